package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import java.io.ByteArrayOutputStream;

/** The output of a style sheet, limited to the bytes that a value may have. */
final class BoundedOutput extends ByteArrayOutputStream {
    private final EvaluationBudget budget;

    BoundedOutput(EvaluationBudget budget) {
        this.budget = budget;
    }

    @Override
    public synchronized void write(int octet) {
        budget.sequence(count + 1L);
        super.write(octet);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        budget.sequence((long) count + length);
        super.write(bytes, offset, length);
    }
}
