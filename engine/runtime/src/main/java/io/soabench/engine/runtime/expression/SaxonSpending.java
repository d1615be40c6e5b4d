package io.soabench.engine.runtime.expression;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import net.sf.saxon.expr.Assignation;
import net.sf.saxon.expr.AxisExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.LetExpression;
import net.sf.saxon.expr.Literal;
import net.sf.saxon.expr.Operand;
import net.sf.saxon.expr.OperandRole;
import net.sf.saxon.expr.SimpleStepExpression;
import net.sf.saxon.expr.SystemFunctionCall;
import net.sf.saxon.expr.TailCallLoop;
import net.sf.saxon.expr.UnaryExpression;
import net.sf.saxon.expr.UserFunctionCall;
import net.sf.saxon.expr.VariableReference;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.expr.elab.Elaborator;
import net.sf.saxon.expr.elab.ItemElaborator;
import net.sf.saxon.expr.elab.ItemEvaluator;
import net.sf.saxon.expr.elab.PullElaborator;
import net.sf.saxon.expr.elab.PullEvaluator;
import net.sf.saxon.expr.flwor.FLWORExpression;
import net.sf.saxon.expr.flwor.TupleExpression;
import net.sf.saxon.expr.instruct.Actor;
import net.sf.saxon.expr.instruct.Block;
import net.sf.saxon.expr.instruct.Choose;
import net.sf.saxon.expr.instruct.GlobalVariable;
import net.sf.saxon.expr.instruct.ParentNodeConstructor;
import net.sf.saxon.expr.instruct.UserFunction;
import net.sf.saxon.expr.parser.RebindingMap;
import net.sf.saxon.functions.hof.UserFunctionReference;
import net.sf.saxon.om.AxisInfo;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.query.QueryModule;
import net.sf.saxon.query.XQueryExpression;
import net.sf.saxon.query.XQueryFunction;
import net.sf.saxon.trace.ExpressionPresenter;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.iter.AxisIterator;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.Type;
import net.sf.saxon.value.AtomicValue;
import net.sf.saxon.value.Cardinality;
import net.sf.saxon.value.NumericValue;

/**
 * Puts counters into expressions that Saxon has compiled, as it has no bounds of its own: one around everything that may yield
 * several items, and one around an argument of each call of a function that the expression declares. What an expression does
 * is bounded by what these count: without several items and without calls it does each of its parts once.
 */
final class SaxonSpending {
    /** Literal values that need no counter. */
    private static final int FEW = 10;

    private final Set<Expression> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Actor> declared = new HashSet<>();

    private SaxonSpending() {}

    /** Puts counters into an expression of XPath. */
    static void count(Expression expression) {
        new SaxonSpending().into(expression, false);
    }

    /** Puts counters into a query, its functions and variables. */
    static void count(XQueryExpression query) {
        SaxonSpending counting = new SaxonSpending();
        QueryModule module = query.getMainModule();
        for (XQueryFunction function : module.getGlobalFunctionLibrary().getFunctionDefinitions()) {
            counting.into(function.getUserFunction());
        }
        for (GlobalVariable variable : module.getAllGlobalVariables()) {
            counting.into(variable);
        }
        counting.into(query.getExpression(), false);
    }

    private void into(Actor actor) {
        if (actor != null && actor.getBody() != null && declared.add(actor)) {
            into(actor.getBody(), false);
            if (actor instanceof UserFunction function) {
                // It has been made ready without the counters.
                function.computeEvaluationMode();
            }
        }
    }

    /** {@code copied}: what the expression yields becomes the content of an element. */
    private void into(Expression expression, boolean copied) {
        if (!seen.add(expression)) {
            return;
        }
        if (expression instanceof UserFunctionCall call) {
            into(call.getFunction());
        }
        if (expression instanceof UserFunctionReference reference) {
            into(reference.getNominalTarget());
        }
        boolean call = expression instanceof UserFunctionCall;
        for (Operand operand : expression.operands()) {
            Expression child = operand.getChildExpression();
            boolean copies = expression instanceof ParentNodeConstructor || (copied && passes(expression));
            into(child, copies);
            boolean node = copies && child instanceof VariableReference;
            boolean counted = call || node || isCallOfNothing(child) || makesText(child);
            if (!isFixed(operand) && (counted || (yieldsSeveral(child) && !(copies && passes(child))))) {
                operand.setChildExpression(new Counted(child, copies));
                call = false;
            }
        }
        if (expression instanceof UserFunctionCall made) {
            made.allocateArgumentEvaluators();
        }
    }

    /** Whether the place is for one kind of expression only. */
    private static boolean isFixed(Operand operand) {
        Expression parent = operand.getParentExpression();
        return operand.getOperandRole().isConstrainedClass()
                || (parent instanceof SimpleStepExpression && operand.getChildExpression() instanceof AxisExpression)
                || parent instanceof TupleExpression;
    }

    /** Whether it may yield several items, and is not only the way to others that are counted, on which calls may be last. */
    private static boolean yieldsSeveral(Expression child) {
        boolean way = child instanceof Choose
                || child instanceof TailCallLoop
                || child instanceof LetExpression
                || child instanceof UserFunctionCall
                || child instanceof Block
                || child instanceof TupleExpression
                || (child instanceof Literal literal
                        && literal.getGroundedValue().getLength() < FEW);
        return !way && Cardinality.allowsMany(child.getCardinality());
    }

    /** Whether what it yields are, one after the other, what its parts yield, which are counted themselves. */
    private static boolean passes(Expression expression) {
        return expression instanceof Block
                || expression instanceof Assignation
                || expression instanceof Choose
                || expression instanceof FLWORExpression
                || expression instanceof ParentNodeConstructor;
    }

    /** A call without arguments is counted itself. */
    private static boolean isCallOfNothing(Expression child) {
        return child instanceof UserFunctionCall call && call.getArity() == 0;
    }

    /** Whether it is a function that may make a text longer than those it is given. */
    private static boolean makesText(Expression child) {
        return child instanceof SystemFunctionCall && BuiltInAtomicType.STRING.equals(child.getItemType());
    }

    /** Yields what another expression does, and counts it. */
    private static final class Counted extends UnaryExpression {
        private final boolean copied;

        Counted(Expression base, boolean copied) {
            super(base);
            this.copied = copied;
        }

        @Override
        protected OperandRole getOperandRole() {
            return OperandRole.SAME_FOCUS_ACTION;
        }

        @Override
        public Expression copy(RebindingMap rebindings) {
            return new Counted(getBaseExpression().copy(rebindings), copied);
        }

        @Override
        public int getImplementationMethod() {
            return ITERATE_METHOD | EVALUATE_METHOD;
        }

        @Override
        public Elaborator getElaborator() {
            return Cardinality.allowsMany(getBaseExpression().getCardinality()) ? new Several() : new One();
        }

        @Override
        public SequenceIterator iterate(XPathContext context) throws XPathException {
            return makeElaborator().elaborateForPull().iterate(context);
        }

        @Override
        public Item evaluateItem(XPathContext context) throws XPathException {
            return makeElaborator().elaborateForItem().eval(context);
        }

        @Override
        public String getExpressionName() {
            return "counted";
        }

        @Override
        public void export(ExpressionPresenter out) throws XPathException {
            getBaseExpression().export(out);
        }
    }

    private static Elaborator base(Elaborator of) {
        return ((Counted) of.getExpression()).getBaseExpression().makeElaborator();
    }

    private static boolean copied(Elaborator of) {
        return ((Counted) of.getExpression()).copied;
    }

    private static final class Several extends PullElaborator {
        @Override
        public PullEvaluator elaborateForPull() {
            PullEvaluator base = base(this).elaborateForPull();
            Expression step = ((Counted) getExpression()).getBaseExpression();
            boolean copied = copied(this);
            return context -> {
                Spending spending = spending();
                spending.items(1 + SaxonFunctions.CURRENT.get().trees().nodesOn(step, context));
                return new CountedItems(base.iterate(context), spending, copied);
            };
        }
    }

    private static final class One extends ItemElaborator {
        @Override
        public ItemEvaluator elaborateForItem() {
            ItemEvaluator base = base(this).elaborateForItem();
            boolean copied = copied(this);
            return context -> {
                Item item = base.eval(context);
                Spending spending = spending();
                spending.sequence(count(item, spending, copied));
                return item;
            };
        }
    }

    private static Spending spending() {
        return SaxonFunctions.CURRENT.get().spending();
    }

    /** Counts an item, and all of its tree if that is copied; returns about what bytes it takes. */
    private static long count(Item item, Spending spending, boolean copied) {
        spending.item();
        if (item == null) {
            return 0;
        }
        long bytes = bytes(item);
        if (copied && item instanceof NodeInfo node) {
            AxisIterator below = node.iterateAxis(AxisInfo.DESCENDANT);
            for (NodeInfo next = below.next(); next != null; next = below.next()) {
                spending.item();
                bytes += Spending.ITEM_BYTES
                        + (next.getNodeKind() == Type.TEXT
                                ? next.getUnicodeStringValue().length()
                                : 0);
            }
        }
        return bytes;
    }

    /** What an item takes in a sequence; a node is there anyway. */
    static long bytes(Item item) {
        return item instanceof AtomicValue value && !(value instanceof NumericValue)
                ? Spending.ITEM_BYTES + value.getUnicodeStringValue().length()
                : Spending.ITEM_BYTES;
    }

    private static final class CountedItems implements SequenceIterator {
        private final SequenceIterator base;
        private final Spending spending;
        private final boolean copied;
        private long bytes;

        CountedItems(SequenceIterator base, Spending spending, boolean copied) {
            this.base = base;
            this.spending = spending;
            this.copied = copied;
        }

        @Override
        public Item next() {
            Item item = base.next();
            if (item != null) {
                bytes += count(item, spending, copied);
                spending.sequence(bytes);
            }
            return item;
        }

        @Override
        public void close() {
            base.close();
        }
    }
}
