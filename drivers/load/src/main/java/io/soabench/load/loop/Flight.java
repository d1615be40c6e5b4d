package io.soabench.load.loop;

import io.soabench.load.http.AnswerReader;
import io.soabench.load.http.Requests;
import io.soabench.plan.Outcome;

/**
 * One request from its begin to its end. What it is never changes; how it goes is guarded by its wire, its place among the others by
 * the {@link Lobby}. Once it has ended, whoever ended it is the only one that has it.
 */
final class Flight {

    /** Client of the trace, from 1. */
    final int client;

    /** Number of the request of that client, from 1. */
    final int number;

    /** From 1. */
    final int lap;

    /** Index of the request file. */
    final int chunk;

    /** The row of records that fills it, see {@link io.soabench.load.input.Trace#row}. */
    final int row;

    /** When the trace wanted it to begin. */
    final long intendedNs;

    /** When it began. */
    final long startNs;

    /** When it is given up. */
    final long deadlineNs;

    /** The client that thinks after its answer; null when the workload is open. */
    final Visitor visitor;

    /** Guarded by the lobby: its neighbours by deadline, and whether it has any. */
    Flight earlier;

    Flight later;
    boolean listed;

    /** Whether it had to wait for a free connection. */
    boolean waited;

    /** When it got the connection that it had waited for; 0 while it has none. */
    long grantedNs;

    /** Set once by the lobby; null while it waits for a connection. */
    volatile Wire wire;

    /** With which it is written; null as soon as all is. */
    Pen pen;

    /** From the first byte of the answer on. */
    AnswerReader reader;

    /** What answers it after its acknowledgement; null when nothing does. */
    Requests.Callback callback;

    /** Guarded by {@link Awaited}: how far it is, when a callback answers it, and that callback. */
    Awaited.State state;

    Awaited.Call call;

    /** Guarded by the lobby: whether it has given its wire back. */
    boolean released;

    /** Whether its wire has nothing more to do for it, though it has not ended. */
    boolean acknowledged;

    /** Whether the connection was opened again because not one byte could be sent. */
    boolean reopened;

    long bytesOut;
    long bytesIn;
    long endNs;
    int status;
    Outcome outcome = Outcome.ABORTED;
    String detail = "";

    Flight(
            Visitor visitor,
            int client,
            int number,
            int lap,
            int chunk,
            int row,
            long intendedNs,
            long startNs,
            long deadlineNs) {
        this.visitor = visitor;
        this.client = client;
        this.number = number;
        this.lap = lap;
        this.chunk = chunk;
        this.row = row;
        this.intendedNs = intendedNs;
        this.startNs = startNs;
        this.deadlineNs = deadlineNs;
    }

    /** How long it waited for a connection, once it has ended. */
    long waitedNs() {
        return waited ? (grantedNs == 0 ? endNs : grantedNs) - startNs : 0;
    }

    /** Notes how it ended. */
    void end(Outcome how, String why, long atNs) {
        outcome = how;
        detail = why;
        endNs = atNs;
        pen = null;
        reader = null;
    }

    /** Notes that the request was taken, and that a callback is to come. */
    void acknowledge() {
        acknowledged = true;
        pen = null;
        reader = null;
    }
}
