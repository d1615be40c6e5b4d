package io.soabench.plan;

/** The words of {@code events.csv} for the start of a server, in the details of lines of {@link EventKind#SERVER}. */
public final class ServerStart {

    /** The detail of a server that takes deployments and requests. */
    public static final String READY = "ready";

    private static final String STARTED = "started, pid ";

    private ServerStart() {}

    /** Returns the detail of a server whose process has started. */
    public static String started(long pid) {
        return STARTED + pid;
    }

    /** Returns whether a detail is that of a process that has started. */
    public static boolean isStarted(String detail) {
        return detail.startsWith(STARTED);
    }
}
