package io.soabench.load.replay;

/** The request that is sent next. Overwritten for each request; belongs to one thread at a time. */
public final class NextRequest {

    /** Open: place in the trace. */
    int index;

    int client;
    int number;
    int lap;
    int chunk;
    int row;
    long intendedNs;

    /** Closed: when it would begin if its client were always there, and how long the client thinks before. */
    long wantedNs;

    long thinkNs;

    /** Returns the client of the trace, from 1. */
    public int client() {
        return client;
    }

    /** Returns the number of the request of that client, from 1. */
    public int number() {
        return number;
    }

    /** Returns how often the client's trace was begun, from 1. */
    public int lap() {
        return lap;
    }

    /** Returns the index of the request file. */
    public int chunk() {
        return chunk;
    }

    /** Returns the row of records that fills it, see {@link io.soabench.load.input.Trace#row}. */
    public int row() {
        return row;
    }

    /** Returns when the request is to begin, see {@link io.soabench.plan.HostClock#epochNanos()}. */
    public long intendedNs() {
        return intendedNs;
    }
}
