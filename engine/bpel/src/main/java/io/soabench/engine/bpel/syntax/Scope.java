package io.soabench.engine.bpel.syntax;

/**
 * {@code scope}: a scope with its declarations and handlers (chapter 12).
 */
public record Scope(ActivityHeader header, boolean isolated, ScopeBody body) implements ActivityElement {}
