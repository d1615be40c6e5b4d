package io.soabench.plan;

/**
 * The connections of clients to the system under test.
 *
 * @param most connections at once of all client hosts together; 0 when they are as many as are needed
 */
public record ConnectionPlan(Use use, int most) {

    /** Any number of connections, which are used again. */
    public static final ConnectionPlan KEPT = new ConnectionPlan(Use.KEPT, 0);

    /** The uses of connections. */
    public enum Use {
        /** A connection is used for one request after the other. In a closed workload, each client has its own. */
        KEPT,
        /**
         * Connections are used again, but their number is limited for all clients together. A request waits for a free
         * connection.
         */
        LIMITED,
        /** A connection is used for one request and closed after the answer. */
        NEW
    }

    /** Returns the words of a model. */
    public String words() {
        return switch (use) {
            case KEPT -> "kept";
            case LIMITED -> "at most " + most;
            case NEW -> "new";
        };
    }

    /**
     * Returns the connections of one client host. A limited number is divided as evenly as possible, and the first
     * hosts get the rest.
     *
     * @param index of the host among those of the case, from 0
     */
    public ConnectionPlan share(int index, int hosts) {
        return use == Use.LIMITED ? new ConnectionPlan(use, most / hosts + (index < most % hosts ? 1 : 0)) : this;
    }
}
