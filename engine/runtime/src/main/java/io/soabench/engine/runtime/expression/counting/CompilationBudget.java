package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import net.sf.saxon.om.GroundedValue;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.om.SequenceTool;
import net.sf.saxon.trans.XPathException;

/**
 * The budget of a compilation by Saxon, which evaluates some parts of an expression or style sheet at once. It belongs
 * to the thread that compiles.
 */
public final class CompilationBudget {
    /** Items that a compilation may read; some tenths of a second. */
    static final long MOST_ITEMS = 1_000_000;

    /** Bytes of a sequence or text that a compilation makes. */
    private static final int MOST_BYTES = 1 << 20;

    /** The budget of the thread's compilation; null outside of any, and while a part is evaluated for it. */
    private static final ThreadLocal<EvaluationBudget> COMPILING = new ThreadLocal<>();

    private CompilationBudget() {}

    /** A compilation. */
    @FunctionalInterface
    public interface Compilation<T, E extends Exception> {
        public T compile() throws E;
    }

    /** A source of items. */
    @FunctionalInterface
    interface Items {
        SequenceIterator iterate() throws XPathException;
    }

    /** Compiles within a new budget; not within another compilation. */
    public static <T, E extends Exception> T compile(Compilation<T, E> compilation) throws E {
        COMPILING.set(new EvaluationBudget(MOST_ITEMS, MOST_BYTES));
        try {
            return compilation.compile();
        } finally {
            COMPILING.remove();
        }
    }

    /** Returns whether the thread compiles. */
    public static boolean isCompiling() {
        return COMPILING.get() != null;
    }

    /** Evaluates a part whose value must be known while the thread compiles. */
    static GroundedValue evaluated(Items items) throws XPathException {
        EvaluationBudget budget = COMPILING.get();
        CountedEvaluation outer = CountedEvaluation.CURRENT.get();
        COMPILING.remove();
        CountedEvaluation.CURRENT.set(CountedEvaluation.of(budget));
        try {
            return SequenceTool.toGroundedValue(items.iterate());
        } finally {
            CountedEvaluation.CURRENT.set(outer);
            COMPILING.set(budget);
        }
    }
}
