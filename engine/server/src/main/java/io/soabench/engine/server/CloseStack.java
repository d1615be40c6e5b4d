package io.soabench.engine.server;

import java.util.ArrayDeque;
import java.util.Deque;

/** The parts that an engine has opened so far, closed in reverse order. For one thread at a time. */
final class CloseStack implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CloseStack.class.getName());

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
