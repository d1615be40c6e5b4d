package io.soabench.engine.server.group;

/** The lines that the parent and a replica exchange on the standard input and output of the replica. */
public final class ReplicaProtocol {
    /**
     * The line of a replica with the ports of its admin interface and for the other replicas, as JSON. A durable replica
     * has recovered its instances then. It adds the versions of processes that these need, and their highest number.
     */
    public static final String READY = "replica ready";

    /** The line of a durable replica that starts, twice a second: how many instances it has recovered, as JSON. */
    public static final String RECOVERING = "replica recovering";

    /** The line of a replica that clients can reach now. */
    public static final String LISTENING = "replica listening";

    /** The line of a replica that cannot start, followed by a sentence. */
    public static final String FAILED = "replica failed";

    /** The line to a replica with a number: number new instances above it. It comes before {@link #PEERS}. */
    public static final String ABOVE = "above";

    /** The line to a replica: accept clients. */
    public static final String LISTEN = "listen";

    /** The line to a replica: refuse new clients, wait for running instances within the time limit, and end. */
    public static final String STOP = "stop";

    /**
     * The line to a replica with the addresses of the others. It contains a number that counts these lines. For each
     * replica it has the number of the replica, {@code =}, its port, {@code :} and its secret.
     */
    public static final String PEERS = "peers";

    /** The line of a replica that uses the addresses of a line from now on, with the number of that line. */
    public static final String KNOWS = "replica knows";

    /** The exit status of a replica whose disk fails. */
    public static final int DISK_FAILED = 4;

    private ReplicaProtocol() {}
}
