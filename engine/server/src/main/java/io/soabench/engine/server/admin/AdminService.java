package io.soabench.engine.server.admin;

/** The answers of an admin interface: for an engine in one process, or for several replicas. Thread-safe. */
public interface AdminService {
    /** Answers a request with a known path and a method that it takes, other than HEAD, see {@link AdminPaths}. */
    AdminAnswer answer(AdminRequest request);

    /** Returns whether a request may be slow, so that it must not delay others. */
    boolean isSlow(String path);

    /** Asks the engine to stop; returns at once. */
    void shutdown();
}
