package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;

/** An evaluation by Saxon, with the data that its counters need. */
public interface CountedEvaluation {
    /** The evaluation of the current thread; null outside of any. */
    ThreadLocal<CountedEvaluation> CURRENT = new ThreadLocal<>();

    /** Returns the budget of this evaluation. */
    EvaluationBudget budget();

    /** Returns the count of nodes in the trees of this evaluation. */
    NodeCount nodes();

    /** Returns an evaluation with a budget, and without nodes. */
    static CountedEvaluation of(EvaluationBudget budget) {
        return new Plain(budget, new NodeCount());
    }

    /** An evaluation outside of an instance. */
    record Plain(EvaluationBudget budget, NodeCount nodes) implements CountedEvaluation {}
}
