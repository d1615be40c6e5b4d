package io.soabench.engine.bpel.syntax;

import io.soabench.contracts.source.Location;

/**
 * The endpoint reference of a role of a partner link.
 */
public record FromPartnerLink(String partnerLink, boolean myRole, Location location) implements From {}
