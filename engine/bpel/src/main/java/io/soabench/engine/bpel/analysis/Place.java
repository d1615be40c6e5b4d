package io.soabench.engine.bpel.analysis;

import io.soabench.engine.bpel.syntax.Activity;
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
record Place(Activity activity, Role role, Optional<Place> outer) {
    /** Returns this place and all around it, from the inside out. */
    Stream<Place> outwards() {
        return Stream.iterate(Optional.of(this), Optional::isPresent, place -> place.flatMap(Place::outer))
                .map(Optional::orElseThrow);
    }

    /** Returns the innermost scope around, not this activity itself; empty if that is the process. */
    Optional<Place> enclosingScope() {
        return outer.stream()
                .flatMap(Place::outwards)
                .filter(place -> Nesting.isScope(place.activity()))
                .findFirst();
    }

    /** Returns the innermost place, this one included, that stands in a fault, compensation or termination handler. */
    Optional<Place> handlerRoot() {
        return outwards().filter(place -> place.role().isFctHandler()).findFirst();
    }

    boolean isInside(Activity other) {
        return outwards().anyMatch(place -> place.activity() == other);
    }
}
