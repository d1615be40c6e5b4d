package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;

/**
 * An {@code if} as written: a choice by conditions (section 11.2).
 *
 * @param header the standard attributes and elements
 * @param branches the conditions in their order, each with its activity
 * @param otherwise the branch {@code else}
 */
public record If(ActivityHeader header, List<Branch> branches, Optional<Handler> otherwise) implements ActivityElement {
    public If {
        branches = List.copyOf(branches);
    }
}
