package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.Nesting.Role;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An activity with its surroundings.
 *
 * @param activity the activity
 * @param role its role in the enclosing activity
 * @param outer the enclosing activity; empty directly inside the process
 */
record ActivityPosition(ActivityElement activity, Role role, Optional<ActivityPosition> outer) {
    /** Returns this activity and all activities around it, from the inside out. */
    Stream<ActivityPosition> outwards() {
        return Stream.iterate(Optional.of(this), Optional::isPresent, place -> place.flatMap(ActivityPosition::outer))
                .map(Optional::orElseThrow);
    }

    /** Returns the innermost scope around this activity, without the activity itself; empty if that is the process. */
    Optional<ActivityPosition> enclosingScope() {
        return outer.stream()
                .flatMap(ActivityPosition::outwards)
                .filter(place -> Nesting.isScope(place.activity()))
                .findFirst();
    }

    /**
     * Returns the innermost activity, this one included, that is the root of a fault, compensation or termination
     * handler.
     */
    Optional<ActivityPosition> handlerRoot() {
        return outwards().filter(place -> place.role().isFctHandler()).findFirst();
    }

    boolean isInside(ActivityElement other) {
        return outwards().anyMatch(place -> place.activity() == other);
    }
}
