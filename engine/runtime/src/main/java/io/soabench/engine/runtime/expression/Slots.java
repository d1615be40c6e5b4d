package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.xml.Element;

/** The run-time values of compiled expressions: the variables of a scope and of the scopes around it. */
public interface Slots {
    /**
     * Value of a slot.
     *
     * @param hops how many scopes outwards
     * @param index slot of that scope
     * @return the value, or null when it was never assigned
     */
    Element slot(int hops, int index);

    /**
     * Status of an incoming link of the activity whose join condition is evaluated.
     *
     * @param index position among the activity's targets
     */
    boolean link(int index);

    /** Bytes that a value made by an expression may take, at most. */
    default int valueBytes() {
        return Integer.MAX_VALUE;
    }

    /** Number of the instance, unique in the engine; 0 outside of any. */
    default long instanceId() {
        return 0;
    }
}
