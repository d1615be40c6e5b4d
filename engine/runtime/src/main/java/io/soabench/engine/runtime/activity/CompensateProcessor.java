package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The processor of {@code compensate} and {@code compensateScope} (WS-BPEL 2.0, section 12.4.3). */
public final class CompensateProcessor implements Processor {
    private final int hops;
    private final int scopeId;

    /**
     * Creates a processor.
     *
     * @param hops the number of scopes outwards to the one whose inner scopes are compensated
     * @param scopeId the number of the inner scope; -1 for all
     */
    public CompensateProcessor(int hops, int scopeId) {
        this.hops = hops;
        this.scopeId = scopeId;
    }

    @Override
    public void start(Frame frame) {
        Deque<ScopeInstance> scopes =
                new ArrayDeque<>(frame.scope().outwards(hops).takeCompleted(scopeId));
        frame.data(scopes);
        childCompleted(frame, null);
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        if (!Compensations.startNext(frame, frame.scope(), scopes(frame))) {
            frame.complete();
        }
    }

    @Override
    public void terminate(Frame frame) {
        scopes(frame).forEach(ScopeInstance::drop);
        scopes(frame).clear();
        Processor.super.terminate(frame);
    }

    @SuppressWarnings("unchecked") // start() puts nothing else there.
    private static Deque<ScopeInstance> scopes(Frame frame) {
        return (Deque<ScopeInstance>) frame.data();
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.flag(frame.data() != null);
        snapshot.scopes(frame.data() == null ? List.of() : scopes(frame));
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        boolean isBegun = snapshot.flag();
        Deque<ScopeInstance> scopes = new ArrayDeque<>(snapshot.scopes());
        if (isBegun) {
            frame.data(scopes);
        }
    }
}
