package io.soabench.generators;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects problems of one compilation, each once. */
final class Problems {

    private final Set<String> sentences = new LinkedHashSet<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    /** Goes on only when there is none. */
    void refuseIfAny() {
        if (!sentences.isEmpty()) {
            throw new CompilationRefused(List.copyOf(sentences));
        }
    }
}
