package io.soabench.engine.bpel.profile;

import java.util.List;

/** A part of the normal work of a process, reduced to its effect on partner calls. */
public sealed interface Prescription permits PrescribedCall, InOrder, Parallel, Alternatives, Loop, Pause {
    /** Returns the id of the activity in the model. */
    int activity();

    /** Returns the ids of the activities at the other end of incoming links. */
    List<Integer> after();
}
