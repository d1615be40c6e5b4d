package io.soabench.engine.runtime.kernel;

/** The counters of the engine. The identifier is the key in the statistics of the admin interface. */
public enum Counter {
    /** Instances that were created, those included that were made anew of an earlier start of the engine. */
    INSTANCES_STARTED("instancesStarted", "instances", "Instances started"),
    /** Instances that completed, also by an exit activity. */
    INSTANCES_COMPLETED("instancesCompleted", "instances", "Instances completed"),
    /** Instances that ended by an uncaught fault or by an error of the engine. */
    INSTANCES_FAULTED("instancesFaulted", "instances", "Instances faulted"),
    /** Requests that were read completely, without those of the admin interface. */
    REQUESTS_RECEIVED("requestsReceived", "requests", "Requests received"),
    /** Requests that were answered with a result, a fault of the process or an acknowledgement. */
    REQUESTS_ANSWERED("requestsAnswered", "requests", "Requests answered"),
    /**
     * Requests and connections that were answered with 503: because of overload, because no instance takes a one-way
     * message, or because a replica cannot be asked.
     */
    REQUESTS_REFUSED("requestsRefused", "requests", "Requests refused"),
    /** Requests that are no acceptable message for a service of this engine. */
    REQUESTS_REJECTED("requestsRejected", "requests", "Requests rejected"),
    /** One-way messages that an instance had accepted and no activity has taken. */
    MESSAGES_DROPPED("messagesDropped", "messages", "One-way messages dropped"),
    /** Requests that were forwarded to the replica that has their instance. */
    REQUESTS_FORWARDED("requestsForwarded", "requests", "Requests forwarded to another replica"),
    /** Partner calls that were written to a connection. */
    CALLS_SENT("callsSent", "calls", "Partner calls sent"),
    /** Partner calls that were answered with the output message or, if one-way, accepted. */
    CALLS_ANSWERED("callsAnswered", "calls", "Partner calls answered"),
    /** Partner calls that ended with a fault, an HTTP error, an unreadable answer, a time-out or no connection. */
    CALLS_FAILED("callsFailed", "calls", "Partner calls failed"),
    /**
     * Partner calls that were sent to an address from a registry, because the partner was unreachable at its own
     * address.
     */
    CALLS_REDIRECTED("callsRedirected", "calls", "Partner calls redirected by a registry"),
    /** Instances that an idle worker has taken over from a busy one. */
    STEALS("steals", "instances", "Instances taken over by idle workers"),
    /** Java exceptions and errors on worker threads. */
    ERRORS("errors", "errors", "Errors of the engine");

    private final String id;
    private final String unit;
    private final String label;

    Counter(String id, String unit, String label) {
        this.id = id;
        this.unit = unit;
        this.label = label;
    }

    /** Returns the key in files and in the statistics of the admin interface. */
    public String id() {
        return id;
    }

    /** Returns the unit, which names the counted things. */
    public String unit() {
        return unit;
    }

    /** Returns the label that people read. */
    public String label() {
        return label;
    }
}
