package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Requests;
import io.soabench.plan.Outcome;

/**
 * A request from its begin to its end. Its identity never changes; its progress is guarded by its connection, its place
 * in the list of deadlines by the {@link ConnectionPool}. After its end it belongs to the thread that ended it.
 */
final class InFlightRequest {

    /** Client of the trace, from 1. */
    final int client;

    /** Number of the request of that client, from 1. */
    final int number;

    /** The lap of the client's trace, from 1. */
    final int lap;

    /** Index of the request file. */
    final int chunk;

    /** The row of records that fills it, see {@link io.soabench.load.input.Trace#row}. */
    final int row;

    /** The intended start, as the trace has it. */
    final long intendedNs;

    /** The instant at which the request began. */
    final long startNs;

    /** The instant at which the request is given up. */
    final long deadlineNs;

    /** The client that sent it; null when the workload is open. */
    final VirtualClient virtualClient;

    /** Guarded by the {@link ConnectionPool}: its neighbours by deadline, and whether it is in that list. */
    InFlightRequest earlier;

    InFlightRequest later;
    boolean listed;

    /** True if the request had to wait for a free connection. */
    boolean waited;

    /** The instant at which it got the connection that it had waited for; 0 while it has none. */
    long grantedNs;

    /** Set once by the {@link ConnectionPool}; null while it waits for a connection. */
    volatile ClientConnection connection;

    /** The writer of the request; null as soon as all is written. */
    RequestWriter writer;

    /** The reader of the answer; set from the first byte of the answer on. */
    AnswerReader reader;

    /** The callback that answers it after its acknowledgement; null when none does. */
    Requests.Callback callback;

    /** Guarded by {@link PendingCallbacks}: the progress of a request that a callback answers, and that callback. */
    CallbackState state;

    ReceivedCallback call;

    /** Guarded by the {@link ConnectionPool}: whether it has given its connection back. */
    boolean released;

    /** True if the request was acknowledged, so that it does not need its connection any more. */
    boolean acknowledged;

    /** True if its connection was opened again because not one byte could be sent. */
    boolean reopened;

    /** The whole message that answered it, written by the receiver thread; null when it is not kept. */
    volatile byte[] answer;

    long bytesOut;
    long bytesIn;
    long endNs;
    int status;
    Outcome outcome = Outcome.ABORTED;
    String detail = "";

    InFlightRequest(
            VirtualClient virtualClient,
            int client,
            int number,
            int lap,
            int chunk,
            int row,
            long intendedNs,
            long startNs,
            long deadlineNs) {
        this.virtualClient = virtualClient;
        this.client = client;
        this.number = number;
        this.lap = lap;
        this.chunk = chunk;
        this.row = row;
        this.intendedNs = intendedNs;
        this.startNs = startNs;
        this.deadlineNs = deadlineNs;
    }

    /** Returns the time that it waited for a connection; for an ended request. */
    long waitedNs() {
        return waited ? (grantedNs == 0 ? endNs : grantedNs) - startNs : 0;
    }

    /** Records the outcome. */
    void end(Outcome how, String why, long atNs) {
        outcome = how;
        detail = why;
        endNs = atNs;
        writer = null;
        reader = null;
    }

    /** Records that the server has acknowledged the request; a callback is to come. */
    void acknowledge() {
        acknowledged = true;
        writer = null;
        reader = null;
    }
}
