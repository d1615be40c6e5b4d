package io.soabench.load.loop;

import io.soabench.load.http.Expectation;
import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.http.Wire;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * The channels to one server: their selector, and the facts that all connections to that server share. Safe for use by both
 * threads.
 */
final class ServerChannels {

    private final ServerAddress address;
    private final Requests requests;
    private final HostClock clock;
    private final boolean kept;
    private final Selector selector;
    private final Thread receiver;
    private final LongConsumer opening;
    private final LongAdder closeFailures = new LongAdder();
    private volatile boolean over;

    /**
     * Creates channels that a selector watches.
     *
     * @param address to connect to, resolved
     * @param kept whether a connection is used again; else it is closed after the answer
     * @param receiver thread that waits for the selector
     * @param opening gets the intended start of each request for which a connection is opened
     */
    ServerChannels(
            ServerAddress address,
            Requests requests,
            HostClock clock,
            boolean kept,
            Selector selector,
            Thread receiver,
            LongConsumer opening) {
        this.address = address;
        this.requests = requests;
        this.clock = clock;
        this.kept = kept;
        this.selector = selector;
        this.receiver = receiver;
        this.opening = opening;
    }

    /** Returns the address of the server. */
    ServerAddress address() {
        return address;
    }

    /** Returns whether connections are used again. */
    boolean kept() {
        return kept;
    }

    /** Counts a connection that is being opened for a request. */
    void opening(long intendedNs) {
        opening.accept(intendedNs);
    }

    /** Returns the answer expected for the requests of a chunk. */
    Expectation expectation(int chunk) {
        return requests.expectation(chunk);
    }

    /** Returns the time of this host. */
    long now() {
        return clock.epochNanos();
    }

    /** Ends the use of the channels: from now on no request is sent. */
    void end() {
        over = true;
    }

    /** Returns whether all requests are being ended. */
    boolean over() {
        return over;
    }

    /** Returns the selector of the receiver thread; {@link #wake} makes it see a new channel. */
    Selector selector() {
        return selector;
    }

    /** Wakes the receiver thread after a change. The thread needs no call after its own changes. */
    void wake() {
        if (Thread.currentThread() != receiver) {
            selector.wakeup();
        }
    }

    /** Closes a connection; a failure is counted. */
    void close(Wire wire) {
        try {
            wire.close();
            wake();
        } catch (IOException e) {
            // Its descriptor is the operating system's then.
            closeFailures.increment();
        }
    }

    /** Returns how often closing a channel failed. */
    long closeFailures() {
        return closeFailures.sum();
    }
}
