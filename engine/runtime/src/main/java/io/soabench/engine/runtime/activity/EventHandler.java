package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;

/**
 * The common part of event handlers of a scope. A handler is a child of the scope beside its body. It waits for events
 * until it is disabled, and completes when all bodies that it has started have completed (WS-BPEL 2.0, section 12.7).
 */
abstract class EventHandler implements Processor {
    private static final int DISABLED = 1;

    /** Stops waiting for events. */
    abstract void stop(Frame frame);

    /** Lets a handler end, because the body of its scope has completed. Bodies that run go on. */
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
