package io.soabench.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.soabench.plan.Precedence;
import io.soabench.plan.ServerEnd;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report of a host. As JSON the field {@code word} names its kind. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "word")
@JsonSubTypes({
    @JsonSubTypes.Type(value = HostMessage.Answer.class, name = "ANSWER"),
    @JsonSubTypes.Type(value = HostMessage.Started.class, name = "STARTED"),
    @JsonSubTypes.Type(value = HostMessage.Ready.class, name = "READY"),
    @JsonSubTypes.Type(value = HostMessage.Ended.class, name = "ENDED"),
    @JsonSubTypes.Type(value = HostMessage.Line.class, name = "LINE"),
    @JsonSubTypes.Type(value = HostMessage.Found.class, name = "FOUND"),
    @JsonSubTypes.Type(value = HostMessage.Alive.class, name = "ALIVE")
})
public sealed interface HostMessage {

    /**
     * The answer to an order.
     *
     * @param problem reason why it was not done; {@code null} when it was
     * @param servers their states; after phases and {@link HostOrder.Look}
     * @param clients states of the load clients, as those of the servers
     * @param note a failure without harm, as a sentence; may be empty
     * @param reply the data that the order asks for; {@code null} when it asks for none
     */
    record Answer(
            HostProblem problem, List<ServerState> servers, List<ClientState> clients, String note, HostReply reply)
            implements HostMessage {

        /** Returns an answer without content. */
        public static Answer done() {
            return new Answer(null, List.of(), List.of(), "", null);
        }

        /** Returns an answer with the reply that was asked for. */
        public static Answer of(HostReply reply) {
            return new Answer(null, List.of(), List.of(), "", reply);
        }

        /** Returns the answer that the order failed. */
        public static Answer of(HostProblem problem) {
            return new Answer(problem, List.of(), List.of(), "", null);
        }

        /** Returns the reply if it is of that kind. */
        public <T extends HostReply> Optional<T> reply(Class<T> kind) {
            return Optional.ofNullable(reply).filter(kind::isInstance).map(kind::cast);
        }
    }

    /** A message that answers no order. */
    sealed interface Unasked extends HostMessage {}

    /**
     * A server or load client runs.
     *
     * @param precedence its share of the machine's processors; {@code null} unless it is the server under test
     */
    record Started(String name, long pid, Precedence precedence) implements Unasked {

        /** Creates the message for a server that is not under test. */
        public Started(String name, long pid) {
            this(name, pid, null);
        }
    }

    /** A server is ready. */
    record Ready(String server) implements Unasked {}

    /**
     * A server ended by itself, or a load client ended; not reported of stopped processes.
     *
     * @param exit exit status, 128 + signal, or -1 when it is unknown
     * @param afterNs running time of the process
     * @param words its last output; empty when there is none
     * @param log file with this output, relative to the folder of the repetition
     * @param printed bytes that a load client has printed, which may arrive later; 0 for a server
     */
    record Ended(String name, int exit, long afterNs, String words, String log, long printed) implements Unasked {}

    /**
     * A load client printed a line. A driver that misses output before {@code offset} ignores the line: it comes again.
     *
     * @param offset bytes that were printed before this line
     * @param next bytes that were printed with this line
     * @param text without line end
     */
    record Line(String client, long offset, long next, String text) implements Unasked {}

    /** The host has found a reason to stop everything; servers that wrote too much have been asked to end. */
    record Found(Finding finding) implements Unasked {}

    /** A sign that the host still works, sent at regular intervals. */
    record Alive() implements Unasked {}

    /** The state of a process of the repetition. */
    sealed interface ProcessState {

        /** Returns the name of the server or load client. */
        String name();

        /** Returns the process id; 0 when the process was not started. */
        long pid();

        /** Returns whether it runs. */
        boolean runs();

        /** Returns the exit status, 128 + signal; -1 while it runs or when unknown. */
        int exit();

        /** Returns how it ended; {@code null} when it was not stopped. */
        ServerEnd stopped();

        /** Returns the processes that were left behind at the stop, as pid and command. */
        List<String> left();
    }

    /**
     * The state of a server.
     *
     * @param ready whether it was ready
     * @param cpuMs processor time of it and what it started; -1 when it does not run
     * @param leftOutBytes of its logs that were not kept
     * @param precedence as in {@link Started}
     */
    record ServerState(
            String name,
            long pid,
            boolean runs,
            boolean ready,
            int exit,
            ServerEnd stopped,
            long cpuMs,
            List<String> left,
            long leftOutBytes,
            Precedence precedence)
            implements ProcessState {

        /** Creates the message for a server that is not under test. */
        public ServerState(
                String name,
                long pid,
                boolean runs,
                boolean ready,
                int exit,
                ServerEnd stopped,
                long cpuMs,
                List<String> left,
                long leftOutBytes) {
            this(name, pid, runs, ready, exit, stopped, cpuMs, left, leftOutBytes, null);
        }
    }

    /**
     * The state of a load client.
     *
     * @param said the last line that it printed of each kind (docs/reference/formats.md, <i>Load client</i>): what follows the first word, by
     *     the first word; {@code {"ready": "", "progress": "{…}"}}
     */
    record ClientState(
            String name,
            long pid,
            boolean runs,
            int exit,
            ServerEnd stopped,
            List<String> left,
            Map<String, String> said)
            implements ProcessState {}

    /**
     * A message with the order that it belongs to.
     *
     * @param id of the order that it answers; 0 for a message that answers none
     */
    record Said(long id, HostMessage word) {}
}
