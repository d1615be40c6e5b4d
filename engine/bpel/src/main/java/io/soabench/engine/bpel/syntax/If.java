package io.soabench.engine.bpel.syntax;

import java.util.List;
import java.util.Optional;

/**
 * {@code if}: choice by conditions (section 11.2).
 */
public record If(ActivityHeader header, List<Branch> branches, Optional<Handler> otherwise) implements ActivityElement {
    public If {
        branches = List.copyOf(branches);
    }
}
