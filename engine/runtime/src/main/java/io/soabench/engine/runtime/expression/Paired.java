package io.soabench.engine.runtime.expression;

import net.sf.saxon.expr.BinaryExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.PullElaborator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.XPathException;

/** The left side of a comparison of several items with several: each of its items is held against all of the other side. */
final class Paired extends Around {
    /** Comparisons that take about as long as looking at one item. */
    private static final int PAIRS_PER_ITEM = 10;

    private final BinaryExpression comparison;

    Paired(Expression left, BinaryExpression comparison) {
        super(left, "paired");
        this.comparison = comparison;
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new Paired(getBaseExpression().copy(rebindings), comparison);
    }

    @Override
    public int getImplementationMethod() {
        return ITERATE_METHOD;
    }

    @Override
    public Elaborator getElaborator() {
        return new PullElaborator() {
            @Override
            public PullEvaluator elaborateForPull() {
                Paired self = (Paired) getExpression();
                PullEvaluator left = self.getBaseExpression().makeElaborator().elaborateForPull();
                PullEvaluator right =
                        self.comparison.getRhsExpression().makeElaborator().elaborateForPull();
                return context -> new Pairs(left.iterate(context), count(right.iterate(context)));
            }
        };
    }

    private static long count(SequenceIterator items) {
        Spending spending = spending();
        long count = 0;
        while (items.next() != null) {
            spending.item();
            count++;
        }
        return count;
    }

    @Override
    public SequenceIterator iterate(XPathContext context) throws XPathException {
        return makeElaborator().elaborateForPull().iterate(context);
    }

    private static final class Pairs implements SequenceIterator {
        private final SequenceIterator left;
        private final long others;

        Pairs(SequenceIterator left, long others) {
            this.left = left;
            this.others = others;
        }

        @Override
        public Item next() {
            spending().items(1 + others / PAIRS_PER_ITEM);
            return left.next();
        }

        @Override
        public void close() {
            left.close();
        }
    }
}
