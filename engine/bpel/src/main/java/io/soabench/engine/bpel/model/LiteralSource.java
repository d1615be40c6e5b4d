package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.XmlElement;

/**
 * The content of the {@code literal} element: one element or text.
 */
public record LiteralSource(XmlElement literal) implements FromSpec {}
