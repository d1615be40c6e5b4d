package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.XPathException;

/**
 * A side of a comparison of several items with several: each is held against all of the other side that were read before, which the processor
 * keeps. It begins with the right side right after the left one, and so the two find each other.
 */
final class Paired extends AroundItems {
    /** Comparisons that take about as long as looking at one item. */
    private static final int PAIRS_PER_ITEM = 10;

    /** The comparison whose left side the thread has just begun to read. */
    private static final ThreadLocal<Pairs> BEGUN = new ThreadLocal<>();

    private final boolean left;

    private Paired(Expression side, boolean left) {
        super(side, "paired");
        this.left = left;
    }

    /** The left side of a comparison, for {@link #right}. */
    static Paired left(Expression side) {
        return new Paired(side, true);
    }

    /** The right side of it. */
    static Paired right(Expression side) {
        return new Paired(side, false);
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Paired(getBaseExpression().copy(rebindings), left);
    }

    @Override
    PullEvaluator pull() {
        PullEvaluator side = super.pull();
        return left ? context -> begun(side.iterate(context)) : context -> others(side, context);
    }

    private static SequenceIterator begun(SequenceIterator items) {
        Pairs pairs = new Pairs(items, spending());
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
        private final Spending spending;
        private long left;
        private long right;

        Pairs(SequenceIterator items, Spending spending) {
            this.items = items;
            this.spending = spending;
        }

        @Override
        public Item next() {
            spending.items(1 + right / PAIRS_PER_ITEM);
            left++;
            return items.next();
        }

        @Override
        public void close() {
            items.close();
        }

        /** The items of the right side. */
        SequenceIterator others(SequenceIterator others) {
            return new SequenceIterator() {
                @Override
                public Item next() {
                    spending.items(1 + left / PAIRS_PER_ITEM);
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
