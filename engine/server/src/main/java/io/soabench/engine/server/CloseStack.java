package io.soabench.engine.server;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts that an engine has opened so far, closed in reverse order. Not thread-safe: one thread at a time uses it.
 */
final class CloseStack implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CloseStack.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Adds a part, which is closed before the parts that were added earlier. */
    void push(AutoCloseable part) {
        opened.push(part);
    }

    /**
     * Closes all parts in reverse order of opening. A part that cannot be closed is logged, and the others are closed
     * all the same.
     */
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
