package io.soabench.engine.bpel.model;

/**
 * The endpoint reference of a role.
 */
public record PartnerLinkSource(PartnerLink partnerLink, boolean myRole) implements FromSpec {}
