package io.soabench.mock;

import java.time.Duration;

/** A running mock host. */
public interface MockHost {

    /** The port on which it listens. */
    int port();

    /**
     * Stops: takes no more requests, sends the answers that become due in time, logs the others as unanswered
     * ({@code end_ns} = 0), then closes everything. Does not close the call log. Can be called once.
     *
     * @param grace how long to wait for answers that are not due yet
     */
    void stop(Duration grace);

    /** Starts a kind of host. */
    @FunctionalInterface
    interface Starter {

        /**
         * Listens and answers when it returns.
         *
         * @param host address to listen on
         * @param port TCP port; 0 for any free one
         * @param calls gets a line for every request of a service
         * @throws HostRefused when it cannot listen or cannot serve the services
         */
        MockHost start(String host, int port, MockServices services, CallLog calls) throws HostRefused;
    }
}
