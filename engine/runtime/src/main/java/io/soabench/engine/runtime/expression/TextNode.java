package io.soabench.engine.runtime.expression;

/**
 * Character data selected as a node.
 *
 * @param text its characters
 */
public record TextNode(String text) {}
