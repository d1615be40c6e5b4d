package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;

/**
 * An event handler of a scope, as a child of the scope next to its body. It waits until it is disabled, and completes
 * when all bodies it has started have completed.
 */
abstract class EventHandler implements Processor {
    private static final int DISABLED = 1;

    /** Stops waiting for further events. */
    abstract void stop(Frame frame);

    /** No further events: the body of the scope has completed. */
    static void disable(Frame frame) {
        ((EventHandler) frame.activity().processor()).stop(frame);
        frame.position(DISABLED);
        finish(frame);
    }

    private static void finish(Frame frame) {
        if (frame.position() == DISABLED && !frame.hasChildren()) {
            frame.complete();
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        finish(frame);
    }

    @Override
    public void terminate(Frame frame) {
        stop(frame);
        Processor.super.terminate(frame);
    }
}
