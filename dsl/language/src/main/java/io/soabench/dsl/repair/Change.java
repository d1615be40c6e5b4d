package io.soabench.dsl.repair;

/**
 * A replacement of some characters by another text.
 *
 * @param from the first of them
 * @param to behind the last; {@code from} where something is added
 * @param text what stands there then
 * @param invented whether that only fills a gap, because nobody knows what was meant
 */
public record Change(int from, int to, String text, boolean invented) {}
