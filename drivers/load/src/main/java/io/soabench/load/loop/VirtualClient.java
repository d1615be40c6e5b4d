package io.soabench.load.loop;

import io.soabench.load.replay.NextRequest;
import io.soabench.load.replay.RequestOrder;

/**
 * A simulated client of a closed workload. Belongs to {@link ThinkingClients} while it thinks, to its request while it
 * waits.
 */
final class VirtualClient {

    final RequestOrder turns;
    final NextRequest turn = new NextRequest();

    /** Its connection; null when connections are shared. */
    final ClientConnection own;

    int lap = 1;

    VirtualClient(RequestOrder turns, ClientConnection own) {
        this.turns = turns;
        this.own = own;
    }
}
