package io.soabench.dsl.repair;

/**
 * A replacement of some characters.
 *
 * @param from the first of them
 * @param to offset behind the last; {@code from} for an insertion
 * @param text replacement
 * @param invented whether the text only fills a gap, because the intended word is unknown
 */
public record Change(int from, int to, String text, boolean invented) {}
