package io.soabench.languages.camel;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A step of a route.
 *
 * @param name of the pattern or command, for example {@code to} or {@code multicast}
 * @param endpoint the endpoint that the step names; empty when it names none
 * @param options that have a simple value; an expression stands under the name of its language
 * @param branches that it contains, in document order
 */
record CamelStep(
        String name,
        Optional<CamelEndpoint> endpoint,
        Map<String, String> options,
        List<Branch> branches,
        Location location) {

    /**
     * A list of steps within a step.
     *
     * @param key {@code steps} for the step's own; else the word before them, for example {@code when} or {@code doCatch}
     */
    record Branch(String key, List<CamelStep> steps) {}

    /** Returns this step and all steps within it, in document order. */
    Stream<CamelStep> all() {
        return Stream.concat(Stream.of(this), branches.stream().flatMap(branch -> branch.steps().stream()
                .flatMap(CamelStep::all)));
    }

    /** Returns whether an option is {@code true}. */
    boolean is(String option) {
        return "true".equals(options.get(option));
    }
}
