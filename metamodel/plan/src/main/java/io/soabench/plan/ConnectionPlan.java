package io.soabench.plan;

/**
 * How clients connect to what they call.
 *
 * @param most connections at once of all client hosts together; 0 when they are as many as are needed
 */
public record ConnectionPlan(Use use, int most) {

    /** As many as are needed, which are used again. */
    public static final ConnectionPlan KEPT = new ConnectionPlan(Use.KEPT, 0);

    /** What a connection is used for. */
    public enum Use {
        /** One request after the other; of a closed workload each client has its own. */
        KEPT,
        /** The same, but there is only a certain number for all clients, and who finds none free waits. */
        LIMITED,
        /** One request: it is closed after the answer. */
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
     * Returns the part of one client host: what is limited is shared out as evenly as possible, first hosts first.
     *
     * @param index of the host among those of the case, from 0
     */
    public ConnectionPlan share(int index, int hosts) {
        return use == Use.LIMITED ? new ConnectionPlan(use, most / hosts + (index < most % hosts ? 1 : 0)) : this;
    }
}
