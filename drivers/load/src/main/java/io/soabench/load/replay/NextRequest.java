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

    /** Client of the trace, from 1. */
    public int client() {
        return client;
    }

    /** Number of the request of that client, from 1. */
    public int number() {
        return number;
    }

    /** From 1: how often the trace was begun. */
    public int lap() {
        return lap;
    }

    /** Index of the request file. */
    public int chunk() {
        return chunk;
    }

    /** The row of records that fills it, see {@link io.soabench.load.input.Trace#row}. */
    public int row() {
        return row;
    }

    /** When it is to begin, see {@link io.soabench.plan.HostClock#epochNanos()}. */
    public long intendedNs() {
        return intendedNs;
    }
}
