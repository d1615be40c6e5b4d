package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import java.util.List;

/** The processor of {@code validate}, which checks variables by their schemas (WS-BPEL 2.0, section 8.1). */
public final class ValidateProcessor implements Processor {
    private final List<ValueCheck> checks;

    /**
     * Creates a processor.
     *
     * @param checks the variables in document order
     */
    public ValidateProcessor(List<ValueCheck> checks) {
        this.checks = List.copyOf(checks);
    }

    @Override
    public void start(Frame frame) {
        checks.forEach(check -> check.require(frame));
        frame.complete();
    }
}
