package io.soabench.engine.bpel.model;

/**
 * The endpoint reference of the partner.
 */
public record PartnerLinkTarget(PartnerLink partnerLink) implements ToSpec {}
