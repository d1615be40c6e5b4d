package io.soabench.plan;

import java.util.Map;

/**
 * A run-time event of the model.
 *
 * @param id identity among all events of the plan: {@code <suite>.<type>.<n>}, the n-th of its type in the suite, counted from 1 in the
 *     order of the model. {@code events.csv} names events by it
 * @param type name of the event type of a plug-in; of the other kinds the kind's {@link Kind#text}
 * @param atMs time since the start of the measurement, or -1 when it is bound to a request
 * @param atRequest number of the request, or -1 when it is bound to a time
 * @param parameters {@code service} and {@code instance} of a service instance. A new one has {@code type}, too, and {@code registry} when
 *     it is to be published. A process has {@code process}; one that is deployed also has {@code version}, the process that runs under its
 *     name from then on, and {@code package}, the folder of the package under the compiled testbed. Others have {@code target} and the
 *     type's parameters in canonical units
 * @param when in words, e.g. {@code at 10 s}
 * @param what happens, in words without the time
 */
public record EventPlan(
        String id,
        Kind kind,
        String type,
        long atMs,
        long atRequest,
        Map<String, String> parameters,
        String when,
        String what) {

    /** The kind of an event. */
    public enum Kind {
        /** An instance of a service becomes unavailable for good. */
        SERVICE_UNAVAILABLE("service-unavailable"),
        /** A new instance of a service appears. */
        NEW_SERVICE_INSTANCE("new-service-instance"),
        /** A process is deployed that was not deployed before. */
        PROCESS_DEPLOYED("deploy"),
        /** A process is removed. */
        PROCESS_UNDEPLOYED("undeploy"),
        /** A process is replaced by another version. */
        PROCESS_REPLACED("replace"),
        /** An event whose type comes from a plug-in. */
        PLUGIN("");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the type of all events of this kind, whose name no plug-in may use; empty for events of plug-ins. */
        public String text() {
            return text;
        }

        /** Returns whether the event is about a process on the engine under test. */
        public boolean ofProcess() {
            return this == PROCESS_DEPLOYED || this == PROCESS_UNDEPLOYED || this == PROCESS_REPLACED;
        }
    }

    /** Returns an event of the type of a plug-in. */
    public static EventPlan ofPlugin(
            String id,
            String type,
            long atMs,
            long atRequest,
            Map<String, String> parameters,
            String when,
            String what) {
        return new EventPlan(id, Kind.PLUGIN, type, atMs, atRequest, parameters, when, what);
    }

    /** Returns the event in words, with the time. */
    public String text() {
        return when + ": " + what;
    }

    /** Returns the process of the event; empty for an event without a process. */
    public String process() {
        return kind.ofProcess() ? parameters.getOrDefault("process", "") : "";
    }

    /** Returns the process that runs under the name of {@link #process} after the event; empty when none does. */
    public String version() {
        return kind.ofProcess() ? parameters.getOrDefault("version", "") : "";
    }
}
