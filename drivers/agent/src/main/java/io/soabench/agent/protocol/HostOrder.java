package io.soabench.agent.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.List;
import java.util.Map;

/** An order of a driver to a host. As JSON the field {@code verb} names its kind. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "verb")
@JsonSubTypes({
    @JsonSubTypes.Type(value = HostOrder.Place.class, name = "PLACE"),
    @JsonSubTypes.Type(value = HostOrder.Start.class, name = "START"),
    @JsonSubTypes.Type(value = HostOrder.Ready.class, name = "READY"),
    @JsonSubTypes.Type(value = HostOrder.Publish.class, name = "PUBLISH"),
    @JsonSubTypes.Type(value = HostOrder.Deploy.class, name = "DEPLOY"),
    @JsonSubTypes.Type(value = HostOrder.Deployed.class, name = "DEPLOYED"),
    @JsonSubTypes.Type(value = HostOrder.Check.class, name = "CHECK"),
    @JsonSubTypes.Type(value = HostOrder.Await.class, name = "AWAIT"),
    @JsonSubTypes.Type(value = HostOrder.Collect.class, name = "COLLECT"),
    @JsonSubTypes.Type(value = HostOrder.Undeploy.class, name = "UNDEPLOY"),
    @JsonSubTypes.Type(value = HostOrder.Redeploy.class, name = "REDEPLOY"),
    @JsonSubTypes.Type(value = HostOrder.Withdraw.class, name = "WITHDRAW"),
    @JsonSubTypes.Type(value = HostOrder.StartAgain.class, name = "START_AGAIN"),
    @JsonSubTypes.Type(value = HostOrder.Stop.class, name = "STOP"),
    @JsonSubTypes.Type(value = HostOrder.Pack.class, name = "PACK"),
    @JsonSubTypes.Type(value = HostOrder.Clean.class, name = "CLEAN"),
    @JsonSubTypes.Type(value = HostOrder.Cancel.class, name = "CANCEL"),
    @JsonSubTypes.Type(value = HostOrder.Look.class, name = "LOOK"),
    @JsonSubTypes.Type(value = HostOrder.Observe.class, name = "OBSERVE"),
    @JsonSubTypes.Type(value = HostOrder.Tell.class, name = "TELL"),
    @JsonSubTypes.Type(value = HostOrder.Signal.class, name = "SIGNAL"),
    @JsonSubTypes.Type(value = HostOrder.Kill.class, name = "KILL"),
    @JsonSubTypes.Type(value = HostOrder.Send.class, name = "SEND"),
    @JsonSubTypes.Type(value = HostOrder.Trips.class, name = "TRIPS"),
    @JsonSubTypes.Type(value = HostOrder.Time.class, name = "TIME"),
    @JsonSubTypes.Type(value = HostOrder.Describe.class, name = "DESCRIBE"),
    @JsonSubTypes.Type(value = HostOrder.Fingerprint.class, name = "FINGERPRINT"),
    @JsonSubTypes.Type(value = HostOrder.Follow.class, name = "FOLLOW")
})
public sealed interface HostOrder {

    /** A phase, or a part of one. Phases are carried out in the order in which they arrive. */
    sealed interface InTurn extends HostOrder {

        /** Returns the longest duration of the phase, milliseconds. */
        long ms();

        /** Returns whether it compensates for earlier phases. Such a phase does as much as it can, and {@link Cancel} does not end it. */
        default boolean compensates() {
            return false;
        }
    }

    /** An order to end and forget any other repetition, and to place the files of the servers of this one. */
    record Place(HostPart part, long ms) implements InTurn {}

    /** An order to start the servers, and to observe them from now on. */
    record Start(long ms) implements InTurn {}

    /** An order to wait until the servers are ready. */
    record Ready(long ms) implements InTurn {}

    /** An order to publish services in the registries of this host, sent when the servers of all hosts are ready. */
    record Publish(long ms) implements InTurn {}

    /**
     * An order to start the load clients, and then to deploy the process. So the virtual machines of the clients are up
     * before the load begins.
     */
    record Deploy(long ms) implements InTurn {}

    /**
     * An order to wait until the process answers, or until a service that this run did not start accepts connections.
     */
    record Deployed(long ms) implements InTurn {}

    /**
     * An order to send a functional check; answered with {@link HostReply.Checked}.
     *
     * @param number from 1
     */
    record Check(int number, long ms) implements InTurn {}

    /**
     * An order to wait until every load client of this host has printed a word (docs/reference/formats.md, <i>Load client</i>).
     *
     * @param word {@code ready}, or {@code done}: then until it has ended, too
     */
    record Await(String word, long ms) implements InTurn {}

    /**
     * An order to read the counters of the servers into {@code statistics-<server>.json}.
     *
     * @param settleMs longest wait for instances that still run
     * @param hung servers that do not answer any more and are not asked
     */
    record Collect(long settleMs, List<String> hung, long ms) implements InTurn {}

    /** An order to remove the process; a failure is in {@link HostMessage.Answer#note()}. */
    record Undeploy(long ms) implements InTurn {

        @Override
        public boolean compensates() {
            return true;
        }
    }

    /**
     * An order to deploy one process while clients call, whether it is deployed or not, and to wait until it answers.
     *
     * @param version the process of the plan that runs under that name from then on; itself, or another
     */
    record Redeploy(String process, String version, long ms) implements InTurn {}

    /** An order to remove one process while clients call. */
    record Withdraw(String process, long ms) implements InTurn {}

    /**
     * Start the server under test again that {@link Kill} ended, in the same folder, and wait until its processes answer.
     *
     * @param deploys whether the processes that it had are deployed again
     */
    record StartAgain(String server, boolean deploys, long ms) implements InTurn {}

    /** Stop load clients, then servers in reverse order, and keep their logs; observe nothing any more. */
    record Stop(long ms) implements InTurn {

        @Override
        public boolean compensates() {
            return true;
        }
    }

    /**
     * An order to pack the files for the run record into {@value #RECORDS}. The driver fetches this archive from the
     * folder that is removed at the end.
     */
    record Pack(long ms) implements InTurn {

        /** Name of the archive. */
        public static final String RECORDS = "records.zip";

        @Override
        public boolean compensates() {
            return true;
        }
    }

    /** An order to remove the files of the repetition. */
    record Clean(long ms) implements InTurn {

        @Override
        public boolean compensates() {
            return true;
        }
    }

    /**
     * An order to end the current phase and those that wait for it, with {@link HostProblem.Code#CANCELLED}; answered
     * at once.
     */
    record Cancel() implements HostOrder {}

    /** An order to report the states of servers and load clients. */
    record Look() implements HostOrder {}

    /** An order to observe the metrics once more, now. */
    record Observe() implements HostOrder {}

    /**
     * An order to write a line to the standard input of a load client.
     *
     * @param words ASCII, without line end
     */
    record Tell(String client, String words) implements HostOrder {}

    /**
     * An order to send a signal to a server and to everything that it started.
     *
     * @param name without SIG
     */
    record Signal(String server, String name) implements HostOrder {}

    /** End a server and everything that it started with SIGKILL. That it does not run is no failure from then on. */
    record Kill(String server) implements HostOrder {}

    /** Send a request; its own deadline ends it. Answered with {@link HostReply.Sent}, whatever its status. */
    record Send(HttpAction action) implements HostOrder {}

    /**
     * An order to measure round trips; answered with {@link HostReply.Trips}.
     *
     * @param address {@code http://host:port} or {@code https://host:port}
     */
    record Trips(String address) implements HostOrder {}

    /** An order to report the time; answered with {@link HostReply.Time}. */
    record Time() implements HostOrder {}

    /** An order to describe the host and the metrics that can be observed on it; answered with {@link HostReply.Description}. */
    record Describe() implements HostOrder {}

    /** An order to report the properties that may change; answered with {@link HostReply.Seen}. */
    record Fingerprint() implements HostOrder {}

    /**
     * An order to report the output of load clients from now on, beginning at these bytes of it. Ends of processes and findings are reported
     * again.
     *
     * @param offsets by name of the client; 0 for all that it has printed. Empty: no client.
     */
    record Follow(Map<String, Long> offsets) implements HostOrder {}

    /**
     * An order with its identifier.
     *
     * @param id comes back with the answer; greater than 0, unique for a host: an order that comes again is done once
     */
    record Asked(long id, HostOrder order) {}
}
