package io.soabench.mock;

import java.time.Duration;

/** A running mock host. */
public interface RunningHost {

    /** Returns the port on which it listens. */
    int port();

    /**
     * Stops the host. It accepts no more requests, sends the answers that become due in time, and logs the others as
     * unanswered ({@code end_ns} = 0). Then it closes everything but the call log. Can be called once.
     *
     * @param grace longest wait for answers that are not due yet
     */
    void stop(Duration grace);

    /** The start of a kind of host. */
    @FunctionalInterface
    interface Starter {

        /**
         * Starts a host, which listens and answers when this returns.
         *
         * @param host address to listen on
         * @param port TCP port; 0 for any free one
         * @param calls gets a line for every request of a service
         * @throws HostRefused when it cannot listen or cannot serve the services
         */
        RunningHost start(String host, int port, MockServices services, CallLog calls) throws HostRefused;
    }
}
