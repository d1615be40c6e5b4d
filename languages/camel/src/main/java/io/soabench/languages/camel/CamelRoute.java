package io.soabench.languages.camel;

import java.util.List;
import java.util.stream.Stream;

/**
 * A route, or another list of steps at the top of a file.
 *
 * @param id empty where the file gives none
 * @param from endpoint from which its messages come
 */
record CamelRoute(String id, CamelEndpoint from, List<CamelStep> steps) {

    /** Returns all steps of the route, inner steps included, in document order. */
    Stream<CamelStep> all() {
        return steps.stream().flatMap(CamelStep::all);
    }

    /** Returns whether requests of clients begin it. */
    boolean isClients() {
        return from.scheme().equals(CamelEndpoint.CLIENT);
    }
}
