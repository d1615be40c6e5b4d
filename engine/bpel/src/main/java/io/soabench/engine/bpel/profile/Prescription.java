package io.soabench.engine.bpel.profile;

import java.util.List;

/**
 * A part of the normal work of a process, reduced to what matters for its partner calls. {@code activity} is the id in the
 * model, {@code after} the ids of activities it waits for because of links.
 */
public sealed interface Prescription permits Call, InOrder, Parallel, Choice, Loop, Pause {
    /** The id of the activity in the model. */
    int activity();

    /** The ids of the activities at the other end of incoming links. */
    List<Integer> after();
}
