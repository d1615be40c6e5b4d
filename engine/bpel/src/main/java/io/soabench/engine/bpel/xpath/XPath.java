package io.soabench.engine.bpel.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jaxen.JaxenHandler;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.CommentNodeStep;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Predicated;
import org.jaxen.expr.ProcessingInstructionNodeStep;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathSyntaxException;
import org.jaxen.saxpath.base.XPathReader;

/** The references and the shape of an XPath 1.0 expression. Immutable. */
public final class XPath {
    private final Expr root;
    private final List<Name> variables = new ArrayList<>();
    private final List<FunctionCall> calls = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private boolean usesContext;

    private XPath(Expr root) {
        this.root = root;
        walk(root, false);
    }

    /**
     * A name in an expression.
     *
     * @param prefix the prefix as written; empty if there is none
     * @param local the local name
     */
    public record Name(String prefix, String local) {
        @Override
        public String toString() {
            return prefix.isEmpty() ? local : prefix + ":" + local;
        }
    }

    /**
     * A function call.
     *
     * @param function the name of the function
     * @param literals the arguments: present for a string literal, empty for any other argument
     */
    public record FunctionCall(Name function, List<Optional<String>> literals) {
        public FunctionCall {
            literals = List.copyOf(literals);
        }
    }

    /** The kinds of results: elements; values that are certainly no element; results that depend on the data. */
    public enum Kind {
        ELEMENT,
        VALUE,
        UNKNOWN
    }

    /** The kind of the result of an expression, and the name of the elements if the text contains it. */
    public record Result(Kind kind, Optional<Name> element) {
        static final Result VALUE = new Result(Kind.VALUE, Optional.empty());
        static final Result UNKNOWN = new Result(Kind.UNKNOWN, Optional.empty());
    }

    /** The outcome of parsing: an expression or an error. */
    public record Parsed(Optional<XPath> expression, String error) {}

    /**
     * An operation with two operands.
     *
     * @param operator the operator as written
     * @param left the operand before it
     * @param right the operand after it
     */
    public record Operation(String operator, Term left, Term right) {}

    /**
     * An operand: a variable, a number, or neither.
     *
     * @param variable the text after {@code $}
     * @param number the value of the literal
     */
    public record Term(Optional<String> variable, Optional<Double> number) {}

    /** Parses a text. A mistake in the text is part of the result; nothing is thrown. */
    public static Parsed parse(String text) {
        if (text.isBlank()) {
            return new Parsed(Optional.empty(), "the expression is empty");
        }
        JaxenHandler handler = new JaxenHandler();
        XPathReader reader = new XPathReader();
        reader.setXPathHandler(handler);
        try {
            reader.parse(text);
            return new Parsed(Optional.of(new XPath(handler.getXPathExpr(false).getRootExpr())), "");
        } catch (XPathSyntaxException e) {
            String message = e.getMessage().equals("Unexpected ''") ? "it ends too early" : e.getMessage();
            return new Parsed(Optional.empty(), message + ", at character " + (e.getPosition() + 1));
        } catch (SAXPathException e) {
            return new Parsed(Optional.empty(), String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            // The parser descends once for each level; a hostile text must not end the caller.
            return new Parsed(Optional.empty(), "it is nested too deep");
        }
    }

    /** Returns all variable references in order, with the text after {@code $}. */
    public List<Name> variables() {
        return List.copyOf(variables);
    }

    /** Returns all function calls, an outer one before those in its arguments. */
    public List<FunctionCall> calls() {
        return List.copyOf(calls);
    }

    /** Returns all prefixes of names in steps, functions and variables. */
    public List<String> prefixes() {
        return List.copyOf(prefixes);
    }

    /** Returns true if a location path starts from the context node or its document, outside predicates. */
    public boolean usesContext() {
        return usesContext;
    }

    /** Returns true if the whole is a variable reference, possibly followed by predicates and a path. */
    public boolean startsWithVariable() {
        return startsWithVariable(root);
    }

    private static boolean startsWithVariable(Expr expr) {
        if (expr instanceof PathExpr path) {
            return path.getFilterExpr() != null && startsWithVariable(path.getFilterExpr());
        }
        if (expr instanceof FilterExpr filter) {
            return startsWithVariable(filter.getExpr());
        }
        return expr instanceof VariableReferenceExpr;
    }

    /** Returns the value if the whole is a number literal, possibly as {@code number('…')}, or arithmetic on such. */
    public Optional<Double> number() {
        return number(bare(root));
    }

    /** Returns the value if the whole is a string literal. */
    public Optional<String> literal() {
        return bare(root) instanceof LiteralExpr literal ? Optional.of(literal.getLiteral()) : Optional.empty();
    }

    /** Returns the reference if the whole is one variable reference without a path. */
    public Optional<String> variable() {
        return variable(bare(root));
    }

    /** Returns the kind of the whole result, as far as the text determines it. */
    public Result result() {
        Expr bare = bare(root);
        if (bare instanceof LocationPath path) {
            return result(path);
        }
        if (bare instanceof PathExpr path && path.getLocationPath() != null) {
            return result(path.getLocationPath());
        }
        boolean value = bare instanceof LiteralExpr
                || bare instanceof NumberExpr
                || bare instanceof UnaryExpr
                || (bare instanceof BinaryExpr && !(bare instanceof UnionExpr))
                || (bare instanceof FunctionCallExpr call && givesValue(call));
        return value ? Result.VALUE : Result.UNKNOWN;
    }

    /**
     * Returns whether a function returns a value. All functions of XPath 1.0 but one return strings, numbers or truth
     * values.
     */
    private static boolean givesValue(FunctionCallExpr call) {
        return (call.getPrefix() == null || call.getPrefix().isEmpty())
                && !call.getFunctionName().equals("id");
    }

    private static Result result(LocationPath path) {
        List<?> steps = path.getSteps();
        Object last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
        if (last instanceof NameStep step && step.getAxis() != Axis.ATTRIBUTE && step.getAxis() != Axis.NAMESPACE) {
            return new Result(
                    Kind.ELEMENT,
                    step.getLocalName().equals("*")
                            ? Optional.empty()
                            : Optional.of(name(step.getPrefix(), step.getLocalName())));
        }
        boolean other = last instanceof NameStep
                || last instanceof TextNodeStep
                || last instanceof CommentNodeStep
                || last instanceof ProcessingInstructionNodeStep;
        return other ? Result.VALUE : Result.UNKNOWN;
    }

    /** Returns the parts if the whole is an operation with two operands. */
    public Optional<Operation> operation() {
        return bare(root) instanceof BinaryExpr binary
                ? Optional.of(new Operation(binary.getOperator(), term(binary.getLHS()), term(binary.getRHS())))
                : Optional.empty();
    }

    /**
     * Returns true if there are only variables, {@code and}, {@code or}, {@code not()}, {@code true()} and
     * {@code false()}.
     */
    public boolean isBooleanOfVariables() {
        return isBooleanOfVariables(root);
    }

    private static boolean isBooleanOfVariables(Expr expr) {
        Expr bare = bare(expr);
        if (bare instanceof BinaryExpr binary) {
            return List.of("and", "or").contains(binary.getOperator())
                    && isBooleanOfVariables(binary.getLHS())
                    && isBooleanOfVariables(binary.getRHS());
        }
        if (bare instanceof FunctionCallExpr call
                && (call.getPrefix() == null || call.getPrefix().isEmpty())) {
            return List.of("not", "true", "false").contains(call.getFunctionName())
                    && arguments(call).stream().allMatch(XPath::isBooleanOfVariables);
        }
        return bare instanceof VariableReferenceExpr;
    }

    private static Term term(Expr expr) {
        Expr bare = bare(expr);
        return new Term(variable(bare), number(bare));
    }

    private static Optional<String> variable(Expr bare) {
        return bare instanceof VariableReferenceExpr reference
                ? Optional.of(
                        name(reference.getPrefix(), reference.getVariableName()).toString())
                : Optional.empty();
    }

    private static Optional<Double> number(Expr bare) {
        if (bare instanceof NumberExpr number) {
            return Optional.of(number.getNumber().doubleValue());
        }
        if (bare instanceof UnaryExpr unary) {
            return number(bare(unary.getExpr())).map(value -> -value);
        }
        if (bare instanceof BinaryExpr binary) {
            Optional<Double> left = number(bare(binary.getLHS()));
            Optional<Double> right = number(bare(binary.getRHS()));
            return left.isEmpty() || right.isEmpty()
                    ? Optional.empty()
                    : calculated(left.get(), binary.getOperator(), right.get());
        }
        if (bare instanceof FunctionCallExpr call
                && call.getFunctionName().equals("number")
                && arguments(call).size() == 1) {
            Expr argument = bare(arguments(call).get(0));
            return argument instanceof LiteralExpr literal ? parsed(literal.getLiteral()) : number(argument);
        }
        return Optional.empty();
    }

    private static Optional<Double> calculated(double left, String operator, double right) {
        return switch (operator) {
            case "+" -> Optional.of(left + right);
            case "-" -> Optional.of(left - right);
            case "*" -> Optional.of(left * right);
            case "div" -> Optional.of(left / right);
            case "mod" -> Optional.of(left % right);
            default -> Optional.empty();
        };
    }

    private static Optional<Double> parsed(String text) {
        try {
            return Optional.of(Double.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Removes the wrappers of the parser's tree: paths without steps and filters without predicates. */
    private static Expr bare(Expr expr) {
        if (expr instanceof PathExpr path
                && path.getFilterExpr() != null
                && (path.getLocationPath() == null
                        || path.getLocationPath().getSteps().isEmpty())) {
            return bare(path.getFilterExpr());
        }
        if (expr instanceof FilterExpr filter && filter.getPredicates().isEmpty()) {
            return bare(filter.getExpr());
        }
        return expr;
    }

    private static Name name(String prefix, String local) {
        return new Name(prefix == null ? "" : prefix, local);
    }

    private static List<Expr> arguments(FunctionCallExpr call) {
        List<Expr> arguments = new ArrayList<>();
        for (Object argument : call.getParameters()) {
            arguments.add((Expr) argument);
        }
        return arguments;
    }

    private void walk(Expr expr, boolean context) {
        if (expr instanceof VariableReferenceExpr reference) {
            Name name = name(reference.getPrefix(), reference.getVariableName());
            variables.add(name);
            prefixes.add(name.prefix());
        } else if (expr instanceof FunctionCallExpr call) {
            call(call, context);
        } else if (expr instanceof BinaryExpr binary) {
            walk(binary.getLHS(), context);
            walk(binary.getRHS(), context);
        } else if (expr instanceof UnaryExpr unary) {
            walk(unary.getExpr(), context);
        } else if (expr instanceof FilterExpr filter) {
            walk(filter.getExpr(), context);
            predicates(filter);
        } else if (expr instanceof PathExpr path) {
            if (path.getFilterExpr() != null) {
                walk(path.getFilterExpr(), context);
            }
            if (path.getLocationPath() != null) {
                steps(path.getLocationPath(), context || path.getFilterExpr() != null);
            }
        } else if (expr instanceof LocationPath path) {
            steps(path, context);
        }
    }

    private void call(FunctionCallExpr call, boolean context) {
        Name name = name(call.getPrefix(), call.getFunctionName());
        prefixes.add(name.prefix());
        calls.add(new FunctionCall(
                name,
                arguments(call).stream()
                        .map(XPath::bare)
                        .map(argument -> argument instanceof LiteralExpr literal
                                ? Optional.of(literal.getLiteral())
                                : Optional.<String>empty())
                        .toList()));
        arguments(call).forEach(argument -> walk(argument, context));
    }

    private void steps(LocationPath path, boolean context) {
        usesContext |= !context;
        for (Object item : path.getSteps()) {
            Step step = (Step) item;
            if (step instanceof NameStep name && name.getPrefix() != null) {
                prefixes.add(name.getPrefix());
            }
            predicates(step);
        }
    }

    private void predicates(Predicated predicated) {
        for (Object predicate : predicated.getPredicates()) {
            walk(((Predicate) predicate).getExpr(), true);
        }
    }
}
