package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.runtime.expression.TreeNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import org.jaxen.Context;
import org.jaxen.JaxenException;
import org.jaxen.JaxenHandler;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.UnionExpr;
import org.jaxen.saxpath.Axis;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathReader;
import org.jaxen.saxpath.helpers.XPathReaderFactory;

/**
 * A parser of expressions by jaxen, with location paths, unions, positions, comparisons and calculations of this
 * engine.
 *
 * <p>jaxen puts nodes in document order by walking over the siblings behind each of two nodes, which takes the square of their number. It compares nodes by identity, while a {@link TreeNode} is made anew on every way to it. Here the positions of nodes give their order, and nodes at the same place are equal.
 */
public final class JaxenPaths {
    private static final DefaultXPathFactory JAXEN = new DefaultXPathFactory();

    private JaxenPaths() {}

    /**
     * Parses an expression of XPath 1.0.
     *
     * @throws JaxenException when the text is not an expression
     */
    public static Expr parse(String text) throws JaxenException {
        try {
            JaxenHandler handler = new JaxenHandler();
            handler.setXPathFactory(new Factory());
            XPathReader reader = XPathReaderFactory.createReader();
            reader.setXPathHandler(handler);
            reader.parse(text);
            return handler.getXPathExpr().getRootExpr();
        } catch (org.jaxen.saxpath.XPathSyntaxException e) {
            throw new org.jaxen.XPathSyntaxException(e);
        } catch (SAXPathException e) {
            throw new JaxenException(e);
        }
    }

    /** A factory that makes everything as jaxen does except for paths and unions. */
    private static final class Factory extends DefaultXPathFactory {
        @Override
        public LocationPath createRelativeLocationPath() {
            return new Path(false);
        }

        @Override
        public LocationPath createAbsoluteLocationPath() {
            return new Path(true);
        }

        @Override
        public BinaryExpr createRelationalExpr(Expr left, Expr right, int operator) throws JaxenException {
            return new JaxenOperation.Comparison(super.createRelationalExpr(left, right, operator));
        }

        @Override
        public BinaryExpr createEqualityExpr(Expr left, Expr right, int operator) throws JaxenException {
            return new JaxenOperation.Equality(super.createEqualityExpr(left, right, operator));
        }

        @Override
        public BinaryExpr createAdditiveExpr(Expr left, Expr right, int operator) throws JaxenException {
            return new JaxenOperation.Calculation(super.createAdditiveExpr(left, right, operator));
        }

        @Override
        public BinaryExpr createMultiplicativeExpr(Expr left, Expr right, int operator) throws JaxenException {
            return new JaxenOperation.Calculation(super.createMultiplicativeExpr(left, right, operator));
        }

        @Override
        public Expr createUnaryExpr(Expr expr, int operator) throws JaxenException {
            return super.createUnaryExpr(expr, operator) instanceof UnaryExpr ? new Negation(expr) : expr;
        }

        @Override
        public Predicate createPredicate(Expr expr) throws JaxenException {
            return super.createPredicate(new Position(expr));
        }

        @Override
        public UnionExpr createUnionExpr(Expr left, Expr right) {
            return new Union(left, right);
        }
    }

    private static List<Object> distinct(List<?> nodes) {
        return new ArrayList<>(new LinkedHashSet<Object>(nodes));
    }

    /** Sorts nodes in document order. Comparisons are counted, as their number grows with the document. */
    private static List<Object> inOrder(List<?> nodes, ElementNavigator navigator) {
        List<Object> sorted = new ArrayList<>(nodes);
        sorted.sort((left, right) -> {
            navigator.spend(1);
            return TreeNode.inDocumentOrder((TreeNode) left, (TreeNode) right);
        });
        return sorted;
    }

    private static ElementNavigator navigator(Context context) {
        return (ElementNavigator) context.getNavigator();
    }

    /** A location path. */
    private static final class Path implements LocationPath {
        private static final long serialVersionUID = 1L;

        private final boolean absolute;
        private final ArrayList<Step> steps = new ArrayList<>();

        Path(boolean absolute) {
            this.absolute = absolute;
        }

        /**
         * Adds a step. {@code //name} is two steps, of which the first selects every node: one is enough where nothing
         * is counted.
         */
        @Override
        public void addStep(Step step) {
            int last = steps.size() - 1;
            Step joined = last >= 0 && isEverywhere(steps.get(last)) ? belowAnywhere(step) : null;
            if (joined == null) {
                steps.add(step);
            } else {
                steps.set(last, joined);
            }
        }

        private static boolean isEverywhere(Step step) {
            return step instanceof AllNodeStep
                    && step.getAxis() == Axis.DESCENDANT_OR_SELF
                    && step.getPredicates().isEmpty();
        }

        private static Step belowAnywhere(Step step) {
            if (step.getAxis() != Axis.CHILD || !step.getPredicates().isEmpty()) {
                return null;
            }
            try {
                if (step instanceof NameStep name) {
                    return JAXEN.createNameStep(Axis.DESCENDANT, name.getPrefix(), name.getLocalName());
                }
                return step instanceof TextNodeStep ? JAXEN.createTextNodeStep(Axis.DESCENDANT) : null;
            } catch (JaxenException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<Step> getSteps() {
            return steps;
        }

        @Override
        public boolean isAbsolute() {
            return absolute;
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            List<?> start = context.getNodeSet();
            if (absolute && !start.isEmpty()) {
                start = List.of(context.getNavigator().getDocumentNode(start.get(0)));
            }
            Context at = new Context(context.getContextSupport());
            List<?> nodes = start;
            for (Step step : steps) {
                boolean several = nodes.size() > 1;
                boolean overlapping = several && overlaps(step.getAxis());
                if (overlapping && !step.getPredicates().isEmpty()) {
                    nodes = oneByOne(step, nodes, at);
                } else {
                    at.setNodeSet(nodes);
                    nodes = step.evaluate(at);
                }
                if (overlapping) {
                    nodes = distinct(nodes);
                }
                if (isReverse(step.getAxis())) {
                    Collections.reverse(nodes);
                }
            }
            return steps.size() > 1 || start.size() > 1 ? inOrder(nodes, navigator(context)) : nodes;
        }

        /**
         * Evaluates a step for one node after the other. For predicates of a step, the library would count each node
         * only at the first node that leads to it.
         */
        private static List<Object> oneByOne(Step step, List<?> nodes, Context at) throws JaxenException {
            List<Object> all = new ArrayList<>();
            for (Object node : nodes) {
                at.setNodeSet(List.of(node));
                for (Object found : step.evaluate(at)) {
                    all.add(found);
                }
            }
            return all;
        }

        /** Returns whether two nodes may have a node in common there. */
        private static boolean overlaps(int axis) {
            return axis != Axis.CHILD && axis != Axis.ATTRIBUTE && axis != Axis.SELF && axis != Axis.NAMESPACE;
        }

        private static boolean isReverse(int axis) {
            return axis == Axis.ANCESTOR
                    || axis == Axis.ANCESTOR_OR_SELF
                    || axis == Axis.PRECEDING
                    || axis == Axis.PRECEDING_SIBLING;
        }

        @Override
        public Expr simplify() {
            steps.forEach(Step::simplify);
            return this;
        }

        @Override
        public String getText() {
            StringBuilder text = new StringBuilder(absolute ? "/" : "");
            for (int i = 0; i < steps.size(); i++) {
                text.append(i == 0 ? "" : "/").append(steps.get(i).getText());
            }
            return text.toString();
        }
    }

    /**
     * The value of a predicate. The library cuts fractions off, while 2.5 is not a position (XPath 1.0, section 2.4).
     */
    private static final class Position implements Expr {
        private static final long serialVersionUID = 1L;

        private Expr asked;

        Position(Expr asked) {
            this.asked = asked;
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            Object value = asked.evaluate(context);
            boolean between = value instanceof Number number && number.doubleValue() != Math.rint(number.doubleValue());
            return between ? (Object) false : value;
        }

        @Override
        public Expr simplify() {
            asked = asked.simplify();
            return isWhole() ? asked : this;
        }

        private boolean isWhole() {
            return asked instanceof NumberExpr number
                    && number.getNumber().doubleValue()
                            == Math.rint(number.getNumber().doubleValue());
        }

        @Override
        public String getText() {
            return asked.getText();
        }
    }

    /** {@code -} in front of one operand, whose text is read as {@link JaxenOperation} does. */
    private static final class Negation implements UnaryExpr {
        private static final long serialVersionUID = 1L;

        private Expr negated;

        Negation(Expr negated) {
            this.negated = negated;
        }

        @Override
        public Expr getExpr() {
            return negated;
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            return -JaxenOperation.number(negated.evaluate(context), context.getNavigator());
        }

        @Override
        public Expr simplify() {
            negated = negated.simplify();
            return this;
        }

        @Override
        public String getText() {
            return "-(" + negated.getText() + ")";
        }
    }

    /** A union of two node sets. */
    private static final class Union implements UnionExpr {
        private static final long serialVersionUID = 1L;

        private Expr left;
        private Expr right;

        Union(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public Expr getLHS() {
            return left;
        }

        @Override
        public Expr getRHS() {
            return right;
        }

        @Override
        public String getOperator() {
            return "|";
        }

        @Override
        public Object evaluate(Context context) throws JaxenException {
            List<Object> all = new ArrayList<>(nodes(left, context));
            all.addAll(nodes(right, context));
            return inOrder(distinct(all), navigator(context));
        }

        private static List<?> nodes(Expr expr, Context context) throws JaxenException {
            Object value = expr.evaluate(context);
            if (value instanceof List<?> nodes) {
                return nodes;
            }
            if (value instanceof TreeNode node) {
                return List.of(node);
            }
            throw new JaxenException("'" + expr.getText() + "' selects no nodes that a union could take");
        }

        @Override
        public Expr simplify() {
            left = left.simplify();
            right = right.simplify();
            return this;
        }

        @Override
        public String getText() {
            return left.getText() + " | " + right.getText();
        }
    }
}
