package io.soabench.load.replay;

/** The request that a thread sends next. Overwritten for each request; belongs to one thread. */
final class Turn {

    /** Open: place in the trace. */
    int index;

    /** Client of the trace, from 1. */
    int client;

    /** Number of the request of that client, from 1. */
    int number;

    /** From 1: how often the trace was begun. */
    int lap;

    int chunk;

    /** See {@link io.soabench.plan.HostClock#epochNanos()}. */
    long intendedNs;
}
