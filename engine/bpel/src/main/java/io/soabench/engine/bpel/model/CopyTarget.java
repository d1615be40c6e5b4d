package io.soabench.engine.bpel.model;

/** Where a value goes. */
public sealed interface CopyTarget permits VariableTarget, PartnerLinkTarget, PropertyTarget, ExpressionTarget {}
