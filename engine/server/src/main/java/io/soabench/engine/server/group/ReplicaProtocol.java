package io.soabench.engine.server.group;

/** The lines that the parent and a replica exchange. */
public final class ReplicaProtocol {
    /** Of the replica, followed by JSON: the ports of its admin interface and for the other replicas. */
    public static final String READY = "replica ready";

    /** Of the replica: clients can reach it. */
    public static final String LISTENING = "replica listening";

    /** Of the replica, followed by a sentence. */
    public static final String FAILED = "replica failed";

    /** To the replica: let clients in. */
    public static final String LISTEN = "listen";

    /** To the replica: refuse new clients, wait for running instances within the time limit, and end. */
    public static final String STOP = "stop";

    /** To the replica, followed by a number that counts these lines, and the others: number, {@code =}, port, {@code :} and secret of each. */
    public static final String PEERS = "peers";

    /** Of the replica, followed by the number of that line: it asks these others from now on. */
    public static final String KNOWS = "replica knows";

    private ReplicaProtocol() {}
}
