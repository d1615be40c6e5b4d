package io.soabench.engine.server.admin;

/** The answers of an admin interface: for one process, or for several together. Thread-safe. */
public interface AdminService {
    /** Answers a request whose path there is, with a method that it takes and that is not HEAD, see {@link AdminPaths}. */
    AdminAnswer answer(AdminRequest request);

    /** Returns whether an answer may take its time, and must not keep others from theirs. */
    boolean isSlow(String path);

    /** Asks the engine to stop; returns at once. */
    void shutdown();
}
