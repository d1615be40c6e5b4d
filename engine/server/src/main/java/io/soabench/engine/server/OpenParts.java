package io.soabench.engine.server;

import java.util.ArrayDeque;
import java.util.Deque;

/** What an engine has opened so far. For one thread at a time. */
final class OpenParts implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(OpenParts.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Adds something that has to be closed before what was added earlier. */
    void push(AutoCloseable part) {
        opened.push(part);
    }

    /** Closes everything in reverse order of opening; what cannot be closed is logged, and the rest is closed. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "Something did not stop cleanly.", e);
            }
        }
    }
}
