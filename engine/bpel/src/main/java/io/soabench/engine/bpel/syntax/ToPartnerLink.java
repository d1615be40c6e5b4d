package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * The endpoint reference of the partner.
 */
public record ToPartnerLink(String partnerLink, Location location) implements To {}
