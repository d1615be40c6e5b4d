package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.XPathException;

/**
 * An operand of a comparison of two sequences, counted against the budget. Each item is compared with all earlier items
 * of the other side, which the processor keeps. Saxon opens the right operand immediately after the left one; a
 * thread-local links both.
 */
final class CountedComparisonOperand extends IteratingWrapper {
    /** The number of comparisons that take about as long as reading one item. */
    private static final int PAIRS_PER_ITEM = 10;

    /** The comparison whose left side the thread has just begun to read. */
    private static final ThreadLocal<Pairs> BEGUN = new ThreadLocal<>();

    private final boolean left;

    private CountedComparisonOperand(Expression side, boolean left) {
        super(side, "paired");
        this.left = left;
    }

    /** Returns the left side of a comparison, for {@link #right}. */
    static CountedComparisonOperand left(Expression side) {
        return new CountedComparisonOperand(side, true);
    }

    /** Returns the right side of it. */
    static CountedComparisonOperand right(Expression side) {
        return new CountedComparisonOperand(side, false);
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new CountedComparisonOperand(getBaseExpression().copy(rebindings), left);
    }

    @Override
    PullEvaluator pull() {
        PullEvaluator side = super.pull();
        return left ? context -> begun(side.iterate(context)) : context -> others(side, context);
    }

    private static SequenceIterator begun(SequenceIterator items) {
        Pairs pairs = new Pairs(items, budget());
        BEGUN.set(pairs);
        return pairs;
    }

    private static SequenceIterator others(PullEvaluator side, XPathContext context) throws XPathException {
        Pairs pairs = BEGUN.get();
        BEGUN.remove();
        SequenceIterator items = side.iterate(context);
        return pairs == null ? items : pairs.others(items);
    }

    /** The items of the left side. */
    private static final class Pairs implements SequenceIterator {
        private final SequenceIterator items;
        private final EvaluationBudget budget;
        private long left;
        private long right;

        Pairs(SequenceIterator items, EvaluationBudget budget) {
            this.items = items;
            this.budget = budget;
        }

        @Override
        public Item next() {
            budget.items(1 + right / PAIRS_PER_ITEM);
            left++;
            return items.next();
        }

        @Override
        public void close() {
            items.close();
        }

        /** Returns the items of the right side. */
        SequenceIterator others(SequenceIterator others) {
            return new SequenceIterator() {
                @Override
                public Item next() {
                    budget.items(1 + left / PAIRS_PER_ITEM);
                    right++;
                    return others.next();
                }

                @Override
                public void close() {
                    others.close();
                }
            };
        }
    }
}
