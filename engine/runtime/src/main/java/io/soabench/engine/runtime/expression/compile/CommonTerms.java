package io.soabench.engine.runtime.expression.compile;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.terms.PropertyValue;
import io.soabench.engine.runtime.expression.terms.Terms;
import io.soabench.engine.runtime.expression.terms.VariablePath;
import java.util.ArrayList;
import java.util.List;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.VariableReferenceExpr;

/**
 * A compiler of the common part of XPath 1.0 and XPath 2.0 that means the same in both, as terms of this engine. The
 * versions differ in four points: comparisons by order of texts, arithmetic on nodes, lists of nodes that stand for the
 * first one, and texts of numbers (XPath 2.0, appendix I). An expression with one of them is not compiled here.
 * Conditions that depend on the data are tested at evaluation, see {@link Guarded}.
 */
final class CommonTerms {
    private final ExpressionCompiler compiler;
    private final Reference context;

    CommonTerms(ExpressionCompiler compiler, Reference context) {
        this.compiler = compiler;
        this.context = context;
    }

    /** The known types of results. */
    enum Type {
        NODES,
        TEXT,
        INTEGER,
        TRUTH
    }

    /** A compiled expression and its type. */
    record Term(CompiledExpression expression, Type type) {}

    /** A signal that the data does not allow to evaluate by a common term. */
    private static final class NotCommon extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotCommon() {
            super("not common", null, false, false);
        }
    }

    /** A common term, and the general expression for data with which the two versions of XPath differ. */
    static final class Guarded extends CompiledExpression {
        private final CompiledExpression common;
        private final CompiledExpression general;

        Guarded(CompiledExpression common, CompiledExpression general) {
            this.common = common;
            this.general = general;
        }

        @Override
        public Object evaluate(Slots slots) {
            try {
                return common.evaluate(slots);
            } catch (NotCommon e) {
                return general.evaluate(slots);
            }
        }

        @Override
        public Object selected(Slots slots) {
            try {
                return common.selected(slots);
            } catch (NotCommon e) {
                return general.selected(slots);
            }
        }

        @Override
        public boolean test(Slots slots) {
            try {
                return common.test(slots);
            } catch (NotCommon e) {
                return general.test(slots);
            }
        }

        @Override
        public List<TreeNode> places(Slots slots) {
            return common.places(slots);
        }

        @Override
        public io.soabench.engine.runtime.xml.Element skeleton(io.soabench.engine.runtime.xml.Element root) {
            return common.skeleton(root);
        }
    }

    /** A value that must be at most one node. */
    private static final class Single extends CompiledExpression {
        private final CompiledExpression expression;

        Single(CompiledExpression expression) {
            this.expression = expression;
        }

        @Override
        public Object evaluate(Slots slots) {
            Object value = expression.evaluate(slots);
            if (value instanceof List<?> nodes && nodes.size() > 1) {
                throw new NotCommon();
            }
            return value;
        }
    }

    /** A number that must be an integer which both versions hold exactly. */
    private static final class Exact extends CompiledExpression {
        private static final double LARGEST = 1L << 53;

        private final CompiledExpression expression;

        Exact(CompiledExpression expression) {
            this.expression = expression;
        }

        @Override
        public Object evaluate(Slots slots) {
            return number(slots);
        }

        @Override
        public double number(Slots slots) {
            double value = expression.number(slots);
            if (value != Math.rint(value) || Math.abs(value) >= LARGEST) {
                throw new NotCommon();
            }
            // XPath 2.0 has one zero among the integers.
            return value == 0 ? 0 : value;
        }
    }

    /** A value as a text. */
    private static final class Text extends CompiledExpression {
        private final CompiledExpression expression;

        Text(CompiledExpression expression) {
            this.expression = expression;
        }

        @Override
        public Object evaluate(Slots slots) {
            return expression.string(slots);
        }
    }

    /** Returns the expression for a whole text; null when the versions may differ. */
    CompiledExpression whole(Expr expr) throws ExpressionSyntaxException {
        Expr bare = bare(expr);
        if (bare instanceof FunctionCallExpr call && !call.getPrefix().isEmpty()) {
            CompiledExpression called =
                    compiler.isBpel(call) ? compiler.prefixedFunction(call, parameters(call)) : null;
            return called instanceof PropertyValue property ? new PropertyValue.Whole(property) : called;
        }
        Term term = of(bare);
        return term == null ? null : term.expression();
    }

    private static Expr bare(Expr expr) {
        if (expr instanceof PathExpr path
                && path.getFilterExpr() != null
                && (path.getLocationPath() == null
                        || path.getLocationPath().getSteps().isEmpty())) {
            return bare(path.getFilterExpr());
        }
        return expr instanceof FilterExpr filter && filter.getPredicates().isEmpty() ? bare(filter.getExpr()) : expr;
    }

    private static List<Expr> parameters(FunctionCallExpr call) {
        List<Expr> parameters = new ArrayList<>();
        for (Object parameter : call.getParameters()) {
            parameters.add((Expr) parameter);
        }
        return parameters;
    }

    /** Returns the term for an expression; null when the versions may differ. */
    private Term of(Expr expr) throws ExpressionSyntaxException {
        if (expr instanceof LiteralExpr literal) {
            return new Term(new Terms.Constant(literal.getLiteral()), Type.TEXT);
        }
        if (expr instanceof NumberExpr number) {
            CompiledExpression constant = new Terms.Constant(number.getNumber().doubleValue());
            boolean integer = number.getText().chars().allMatch(Character::isDigit)
                    || number.getText().endsWith(".0");
            return integer ? new Term(new Exact(constant), Type.INTEGER) : null;
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return variable(variable);
        }
        if (expr instanceof FilterExpr filter) {
            return filter.getPredicates().isEmpty() ? of(filter.getExpr()) : null;
        }
        if (expr instanceof PathExpr path) {
            return path(path);
        }
        if (expr instanceof LocationPath location) {
            CompiledExpression steps =
                    context == null || location.isAbsolute() ? null : compiler.steps(context, location);
            return steps == null || context.kind() != Reference.Kind.NODE ? null : new Term(steps, Type.NODES);
        }
        if (expr instanceof BinaryExpr binary) {
            return binary(binary);
        }
        return expr instanceof FunctionCallExpr call ? call(call) : null;
    }

    private Term variable(VariableReferenceExpr variable) throws ExpressionSyntaxException {
        CompiledExpression term = compiler.variable(variable);
        if (term instanceof Terms.LinkStatus) {
            return new Term(term, Type.TRUTH);
        }
        if (term instanceof Terms.InstanceId) {
            return new Term(term, Type.TEXT);
        }
        return switch (compiler.reference(variable).kind()) {
            case NODE -> new Term(term, Type.NODES);
            case STRING -> new Term(term, Type.TEXT);
            case INTEGER -> new Term(new Exact(term), Type.INTEGER);
            case BOOLEAN -> new Term(term, Type.TRUTH);
            case DECIMAL, NUMBER -> null;
        };
    }

    private Term path(PathExpr path) throws ExpressionSyntaxException {
        Expr bare = bare(path);
        if (bare != path) {
            return of(bare);
        }
        if (path.getFilterExpr() == null) {
            return path.getLocationPath() == null ? null : of(path.getLocationPath());
        }
        CompiledExpression term = compiler.path(path);
        return term instanceof VariablePath walk && walk.startsAtNode() ? new Term(term, Type.NODES) : null;
    }

    private Term binary(BinaryExpr binary) throws ExpressionSyntaxException {
        Term left = of(binary.getLHS());
        Term right = left == null ? null : of(binary.getRHS());
        if (right == null) {
            return null;
        }
        CompiledExpression a = left.expression();
        CompiledExpression b = right.expression();
        boolean integers = left.type() == Type.INTEGER && right.type() == Type.INTEGER;
        boolean texts = isText(left) && isText(right);
        boolean truths = left.type() == Type.TRUTH && right.type() == Type.TRUTH;
        return switch (binary.getOperator()) {
            case "and" -> truth(new Terms.Logic(true, a, b));
            case "or" -> truth(new Terms.Logic(false, a, b));
            case "=" -> integers || texts || truths ? truth(new Terms.Equality(false, a, b)) : null;
            case "!=" -> integers || texts || truths ? truth(new Terms.Equality(true, a, b)) : null;
            case "<" -> integers ? related(XPathValues.Relation.LESS, a, b) : null;
            case "<=" -> integers ? related(XPathValues.Relation.LESS_OR_EQUAL, a, b) : null;
            case ">" -> integers ? related(XPathValues.Relation.GREATER, a, b) : null;
            case ">=" -> integers ? related(XPathValues.Relation.GREATER_OR_EQUAL, a, b) : null;
            case "+" -> integers ? calculated(Terms.Arithmetic.PLUS, a, b) : null;
            case "-" -> integers ? calculated(Terms.Arithmetic.MINUS, a, b) : null;
            case "*" -> integers ? calculated(Terms.Arithmetic.TIMES, a, b) : null;
            case "mod" -> integers ? calculated(Terms.Arithmetic.MOD, a, b) : null;
            default -> null;
        };
    }

    private static boolean isText(Term term) {
        return term.type() == Type.NODES || term.type() == Type.TEXT;
    }

    private static Term truth(CompiledExpression expression) {
        return new Term(expression, Type.TRUTH);
    }

    private static Term related(XPathValues.Relation relation, CompiledExpression a, CompiledExpression b) {
        return truth(new Terms.Comparison(relation, a, b));
    }

    private static Term calculated(Terms.Arithmetic operator, CompiledExpression a, CompiledExpression b) {
        return new Term(new Exact(new Terms.Calculation(operator, a, b)), Type.INTEGER);
    }

    private Term call(FunctionCallExpr call) throws ExpressionSyntaxException {
        List<Expr> parameters = parameters(call);
        if (!call.getPrefix().isEmpty()) {
            return compiler.isBpel(call) && call.getFunctionName().equals("getVariableProperty")
                    ? property(compiler.prefixedFunction(call, parameters))
                    : null;
        }
        Terms.Function body = Terms.function(call.getFunctionName(), parameters.size());
        if (body == null) {
            return null;
        }
        List<Term> arguments = new ArrayList<>();
        for (Expr parameter : parameters) {
            Term argument = of(parameter);
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        return call(call.getFunctionName(), body, arguments);
    }

    private static Term property(CompiledExpression read) {
        if (!(read instanceof PropertyValue property)) {
            return new Term(new Text(read), Type.TEXT);
        }
        CompiledExpression typed = new PropertyValue.Typed(property);
        return switch (property.kind()) {
            case NODE -> new Term(typed, Type.NODES);
            case STRING -> new Term(typed, Type.TEXT);
            case INTEGER -> new Term(new Exact(typed), Type.INTEGER);
            case BOOLEAN -> new Term(typed, Type.TRUTH);
            case DECIMAL, NUMBER -> null;
        };
    }

    private static Term call(String name, Terms.Function body, List<Term> arguments) {
        List<CompiledExpression> plain =
                arguments.stream().map(Term::expression).toList();
        List<CompiledExpression> single =
                arguments.stream().map(CommonTerms::single).toList();
        boolean texts = arguments.stream().allMatch(CommonTerms::isText);
        return switch (name) {
            case "true", "false", "not", "boolean" -> truth(new Terms.FunctionCall(body, plain));
            case "concat" -> new Term(new Terms.FunctionCall(body, single), Type.TEXT);
            case "string" -> new Term(new Terms.FunctionCall(body, single), Type.TEXT);
            case "contains", "starts-with" -> texts ? truth(new Terms.FunctionCall(body, single)) : null;
            case "string-length" ->
                texts ? new Term(new Exact(new Terms.FunctionCall(body, single)), Type.INTEGER) : null;
            case "count" ->
                arguments.get(0).type() == Type.NODES
                        ? new Term(new Exact(new Terms.FunctionCall(body, plain)), Type.INTEGER)
                        : null;
            default -> null;
        };
    }

    private static CompiledExpression single(Term term) {
        return term.type() == Type.NODES ? new Single(term.expression()) : term.expression();
    }
}
