package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.xml.Element;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The run-time values of compiled expressions: the variables of a scope and of the scopes around it. */
public interface Slots {
    /**
     * Returns the value of a slot.
     *
     * @param hops number of scopes outwards
     * @param index slot of that scope
     * @return the value, or null when it was never assigned
     */
    Element slot(int hops, int index);

    /**
     * Returns the status of an incoming link of the activity whose join condition is evaluated.
     *
     * @param index position among the activity's targets
     */
    boolean link(int index);

    /** Returns the largest number of bytes of a value made by an expression. */
    default int valueBytes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Returns the time, in the zone of the process. It is the same until something else happens to the instance or its turn ends, so that an
     * evaluation can be repeated; outside of any instance it is the beginning of 1970.
     */
    default OffsetDateTime now() {
        return Instant.EPOCH.atOffset(ZoneOffset.UTC);
    }

    /** Returns the number of the instance, unique in the engine; 0 outside of any. */
    default long instanceId() {
        return 0;
    }
}
