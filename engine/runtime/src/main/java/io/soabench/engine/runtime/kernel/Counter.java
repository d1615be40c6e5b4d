package io.soabench.engine.runtime.kernel;

/** The counters of the engine. The id is the key in the admin interface's statistics. */
public enum Counter {
    /** Instances that were created. */
    INSTANCES_STARTED("instancesStarted", "instances", "Instances started"),
    /** Instances that ended as the process says, by exit too. */
    INSTANCES_COMPLETED("instancesCompleted", "instances", "Instances completed"),
    /** Instances that ended by a fault nobody caught, or by an error of the engine. */
    INSTANCES_FAULTED("instancesFaulted", "instances", "Instances faulted"),
    /** Requests read completely, admin interface excluded. */
    REQUESTS_RECEIVED("requestsReceived", "requests", "Requests received"),
    /** Requests answered with a result, a fault of the process or an acknowledgement. */
    REQUESTS_ANSWERED("requestsAnswered", "requests", "Requests answered"),
    /** Requests refused for overload, and one-way messages that no instance takes. */
    REQUESTS_REFUSED("requestsRefused", "requests", "Requests refused"),
    /** Requests that are no acceptable message for a service here. */
    REQUESTS_REJECTED("requestsRejected", "requests", "Requests rejected"),
    /** One-way messages that an instance had, and that no activity has taken or could take. */
    MESSAGES_DROPPED("messagesDropped", "messages", "One-way messages dropped"),
    /** Requests that went on to another replica, which has the instance they are for. */
    REQUESTS_FORWARDED("requestsForwarded", "requests", "Requests forwarded to another replica"),
    /** Partner calls that were written to a connection. */
    CALLS_SENT("callsSent", "calls", "Partner calls sent"),
    /** Partner calls answered with the output message or, if one-way, accepted. */
    CALLS_ANSWERED("callsAnswered", "calls", "Partner calls answered"),
    /** Partner calls that ended with a fault, an HTTP error, garbage, a time-out or no connection. */
    CALLS_FAILED("callsFailed", "calls", "Partner calls failed"),
    /** Partner calls that went where a registry says, because nobody was where they should have gone. */
    CALLS_REDIRECTED("callsRedirected", "calls", "Partner calls redirected by a registry"),
    /** Instances that an idle worker has taken over from a busy one. */
    STEALS("steals", "instances", "Instances taken over by idle workers"),
    /** Java exceptions on worker threads. */
    ERRORS("errors", "errors", "Errors of the engine");

    private final String id;
    private final String unit;
    private final String label;

    Counter(String id, String unit, String label) {
        this.id = id;
        this.unit = unit;
        this.label = label;
    }

    /** Key in files and answers. */
    public String id() {
        return id;
    }

    /** What is counted. */
    public String unit() {
        return unit;
    }

    /** For people. */
    public String label() {
        return label;
    }
}
