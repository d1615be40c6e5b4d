package io.soabench.engine.bpel.model;

/** The target of a copied value. */
public sealed interface ToSpec permits VariableTarget, PartnerLinkTarget, PropertyTarget, ExpressionTarget {}
