package io.soabench.engine.runtime.random;

/**
 * The place of an activity in a random process, with the limits of that place.
 *
 * @param depth how many activities may still be nested
 * @param own the variable in which one strand of activities keeps its history; no other strand touches it
 * @param shared whether nothing else runs beside, so that common variables can be read
 * @param handler whether inside a handler for faults, compensation or termination: nothing to compensate, no signals
 * @param isolated whether inside an isolated scope: no other one, and no waiting for other strands
 * @param unique arguments for {@code concat}, each after a comma, that tell apart what this place does in several turns
 * @param turns how often this place may be executed
 */
record Place(int depth, String own, boolean shared, boolean handler, boolean isolated, String unique, int turns) {
    Place deeper() {
        return new Place(depth - 1, own, shared, handler, isolated, unique, turns);
    }

    Place inHandler() {
        return new Place(Math.min(depth, 1), own, false, true, isolated, unique, turns);
    }

    Place inIsolation() {
        return new Place(depth, own, shared, handler, true, unique, turns);
    }

    Place executor(String variable) {
        return new Place(depth, variable, false, handler, isolated, unique, turns);
    }

    Place repeated(String counter, int times) {
        return new Place(depth, own, shared, handler, isolated, unique + ",'-'," + counter, turns * times);
    }

    Place atMost(int levels) {
        return new Place(Math.min(depth, levels), own, shared, handler, isolated, unique, turns);
    }

    /** Whether strands may wait for each other here. */
    boolean mayWait() {
        return !handler && !isolated;
    }
}
