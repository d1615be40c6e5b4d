package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import java.math.BigDecimal;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.ItemElaborator;
import net.sf.saxon.expr.elab.ItemEvaluator;
import net.sf.saxon.expr.elab.PullElaborator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.om.AxisInfo;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.iter.AxisIterator;
import net.sf.saxon.type.Type;
import net.sf.saxon.value.AtomicValue;
import net.sf.saxon.value.BigDecimalValue;
import net.sf.saxon.value.BigIntegerValue;
import net.sf.saxon.value.Cardinality;
import net.sf.saxon.value.NumericValue;

/**
 * An expression that counts the items of another one against the {@link EvaluationBudget} of the current evaluation.
 */
public final class CountedExpression extends ExpressionWrapper {
    private static final double DIGITS_PER_BIT = Math.log10(2);

    /** The uses of the items of a counted expression. */
    enum Use {
        /** The item is kept, or becomes a value. */
        VALUE,
        /** The item is copied into an element. */
        COPY,
        /** A text becomes a number or a time. */
        READING
    }

    private final Use use;

    CountedExpression(Expression base, Use use) {
        super(base, "counted");
        this.use = use;
    }

    @Override
    public Expression copy(RebindingMap rebindings) {
        return new CountedExpression(getBaseExpression().copy(rebindings), use);
    }

    @Override
    public int getImplementationMethod() {
        return ITERATE_METHOD | EVALUATE_METHOD;
    }

    @Override
    public Elaborator getElaborator() {
        return Cardinality.allowsMany(getBaseExpression().getCardinality()) ? new ItemSequence() : new SingleItem();
    }

    @Override
    public SequenceIterator iterate(XPathContext context) throws XPathException {
        return makeElaborator().elaborateForPull().iterate(context);
    }

    @Override
    public Item evaluateItem(XPathContext context) throws XPathException {
        return makeElaborator().elaborateForItem().eval(context);
    }

    private static Elaborator base(Elaborator elaborator) {
        return ((CountedExpression) elaborator.getExpression())
                .getBaseExpression()
                .makeElaborator();
    }

    private static Use use(Elaborator elaborator) {
        return ((CountedExpression) elaborator.getExpression()).use;
    }

    private static final class ItemSequence extends PullElaborator {
        @Override
        public PullEvaluator elaborateForPull() {
            PullEvaluator base = base(this).elaborateForPull();
            Expression step = ((CountedExpression) getExpression()).getBaseExpression();
            Use use = use(this);
            return context -> {
                EvaluationBudget budget = budget();
                budget.items(1 + CountedEvaluation.CURRENT.get().nodes().onAxisOf(step, context));
                return new CountedItems(base.iterate(context), budget, use);
            };
        }
    }

    private static final class SingleItem extends ItemElaborator {
        @Override
        public ItemEvaluator elaborateForItem() {
            ItemEvaluator base = base(this).elaborateForItem();
            Use use = use(this);
            return context -> {
                Item item = base.eval(context);
                EvaluationBudget budget = budget();
                budget.sequence(count(item, budget, use));
                return item;
            };
        }
    }

    /** Counts an item, and all of its tree if that is copied; returns an estimate of its bytes. */
    private static long count(Item item, EvaluationBudget budget, Use use) {
        budget.item();
        if (item == null) {
            return 0;
        }
        if (use == Use.READING && item instanceof AtomicValue value && !(value instanceof NumericValue)) {
            budget.read(value.getUnicodeStringValue().length());
        }
        budget.number(digits(item));
        long bytes = bytes(item);
        if (use == Use.COPY && item instanceof NodeInfo node) {
            AxisIterator below = node.iterateAxis(AxisInfo.DESCENDANT);
            for (NodeInfo next = below.next(); next != null; next = below.next()) {
                budget.item();
                bytes += EvaluationBudget.ITEM_BYTES
                        + (next.getNodeKind() == Type.TEXT
                                ? next.getUnicodeStringValue().length()
                                : 0);
            }
        }
        return bytes;
    }

    /** Returns an estimate of the digits of a number; 0 for a number that has few. */
    private static long digits(Item item) {
        if (item instanceof BigIntegerValue integer) {
            return (long) (integer.asBigInteger().bitLength() * DIGITS_PER_BIT);
        }
        if (item instanceof BigDecimalValue decimal) {
            BigDecimal value = decimal.getDecimalValue();
            return Math.max(
                    (long) (value.unscaledValue().bitLength() * DIGITS_PER_BIT), Math.abs((long) value.scale()));
        }
        return 0;
    }

    /** Returns the bytes of an item in a sequence. A node exists anyway and counts without its content. */
    public static long bytes(Item item) {
        return item instanceof AtomicValue value && !(value instanceof NumericValue)
                ? EvaluationBudget.ITEM_BYTES + value.getUnicodeStringValue().length()
                : EvaluationBudget.ITEM_BYTES;
    }

    private static final class CountedItems implements SequenceIterator {
        private final SequenceIterator base;
        private final EvaluationBudget budget;
        private final Use use;
        private long bytes;

        CountedItems(SequenceIterator base, EvaluationBudget budget, Use use) {
            this.base = base;
            this.budget = budget;
            this.use = use;
        }

        @Override
        public Item next() {
            Item item = base.next();
            if (item != null) {
                bytes += count(item, budget, use);
                budget.sequence(bytes);
            }
            return item;
        }

        @Override
        public void close() {
            base.close();
        }
    }
}
