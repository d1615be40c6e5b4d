package io.soabench.load.loop;

import io.soabench.load.replay.Turn;
import io.soabench.load.replay.Turns;

/** A simulated client of a closed workload. Belongs to whoever has it: the agenda while it thinks, its flight while it waits. */
final class Visitor {

    final Turns turns;
    final Turn turn = new Turn();

    /** Its connection; null when connections are shared. */
    final Wire own;

    int lap = 1;

    Visitor(Turns turns, Wire own) {
        this.turns = turns;
        this.own = own;
    }
}
