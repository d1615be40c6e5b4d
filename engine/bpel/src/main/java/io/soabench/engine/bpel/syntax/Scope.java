package io.soabench.engine.bpel.syntax;

/**
 * A {@code scope} as written: declarations, handlers and a main activity (chapter 12).
 *
 * @param header the standard attributes and elements
 * @param isolated true for an isolated scope (section 12.8)
 * @param body its declarations, handlers and main activity
 */
public record Scope(ActivityHeader header, boolean isolated, ScopeBody body) implements ActivityElement {}
