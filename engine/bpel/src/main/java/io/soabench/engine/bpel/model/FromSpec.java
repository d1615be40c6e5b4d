package io.soabench.engine.bpel.model;

/** The source of a copied value. */
public sealed interface FromSpec
        permits VariableSource, PartnerLinkSource, PropertySource, ExpressionSource, LiteralSource {}
