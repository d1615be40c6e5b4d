package io.soabench.engine.bpel.model;

/** Where a value comes from. */
public sealed interface CopySource
        permits VariableSource, PartnerLinkSource, PropertySource, ExpressionSource, LiteralSource {}
