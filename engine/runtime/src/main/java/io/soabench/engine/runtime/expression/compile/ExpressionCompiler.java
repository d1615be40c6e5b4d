package io.soabench.engine.runtime.expression.compile;

import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.jaxen.GeneralExpression;
import io.soabench.engine.runtime.expression.jaxen.JaxenPaths;
import io.soabench.engine.runtime.expression.saxon.SaxonExpression;
import io.soabench.engine.runtime.expression.saxon.Transformation;
import io.soabench.engine.runtime.expression.terms.CanonicalValue;
import io.soabench.engine.runtime.expression.terms.Failure;
import io.soabench.engine.runtime.expression.terms.InvalidPath;
import io.soabench.engine.runtime.expression.terms.OdeFunctions;
import io.soabench.engine.runtime.expression.terms.PropertyValue;
import io.soabench.engine.runtime.expression.terms.Terms;
import io.soabench.engine.runtime.expression.terms.VariablePath;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.schema.ValueSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jaxen.JaxenException;
import org.jaxen.NamespaceContext;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;

/** A compiler of the text of an expression or query. */
public final class ExpressionCompiler {
    private static final Set<String> COMPARISONS = Set.of("<", "<=", ">", ">=");

    private final NamespaceContext namespaces;
    private final References references;
    private final Reference context;

    private ExpressionCompiler(Map<String, String> namespaces, References references, Reference context) {
        this.namespaces = new PrefixMap(namespaces)::get;
        this.references = references;
        this.context = context;
    }

    private record PrefixMap(Map<String, String> uris) {
        String get(String prefix) {
            return uris.get(prefix);
        }
    }

    /**
     * Compiles an expression, which has no context node.
     *
     * @param text the expression
     * @param namespaces namespace names by prefix
     * @param references the meaning of names
     * @throws ExpressionSyntaxException when it is not XPath 1.0
     */
    public static CompiledExpression expression(String text, Map<String, String> namespaces, References references)
            throws ExpressionSyntaxException {
        return new ExpressionCompiler(namespaces, references, null).compile(text);
    }

    /**
     * Compiles a query, whose context node is the value of a variable or part.
     *
     * @param text the query
     * @param namespaces namespace names by prefix
     * @param references the meaning of names
     * @param context the variable or part
     * @throws ExpressionSyntaxException when it is not XPath 1.0
     */
    public static CompiledExpression query(
            String text, Map<String, String> namespaces, References references, Reference context)
            throws ExpressionSyntaxException {
        return new ExpressionCompiler(namespaces, references, context).compile(text);
    }

    /**
     * Compiles an expression or query of XPath 2.0. An expression that XPath 1.0 evaluates to the same result is
     * evaluated by its terms.
     *
     * @param context the variable or part that is the context node of a query; null for an expression
     * @throws ExpressionSyntaxException when it is not XPath 2.0
     */
    public static CompiledExpression second(
            String text, Map<String, String> namespaces, References references, Reference context)
            throws ExpressionSyntaxException {
        CompiledExpression general = SaxonExpression.xpath(text.strip(), namespaces, references, context);
        return new ExpressionCompiler(namespaces, references, context).common(text, general);
    }

    /**
     * Compiles an expression or query of XQuery 1.0.
     *
     * @param context the variable or part that is the context node of a query; null for an expression
     * @throws ExpressionSyntaxException when it is not XQuery 1.0
     */
    public static CompiledExpression xquery(
            String text, Map<String, String> namespaces, References references, Reference context)
            throws ExpressionSyntaxException {
        return SaxonExpression.xquery(text.strip(), namespaces, references, context);
    }

    private CompiledExpression common(String text, CompiledExpression general) {
        try {
            Expr expr = JaxenPaths.parse(text.strip());
            CompiledExpression common = new CommonTerms(this, context).whole(expr);
            return common == null ? general : new CommonTerms.Guarded(common, general);
        } catch (JaxenException | ExpressionSyntaxException e) {
            // XPath 2.0 only.
            return general;
        }
    }

    /** Returns the expression that reads a variable or part as a whole. */
    public static CompiledExpression whole(Reference reference) {
        return new VariablePath(reference, List.of());
    }

    /** Returns an expression whose evaluation raises a fault. */
    public static CompiledExpression failing(StandardFault fault, String reason) {
        return new Failure(fault, reason);
    }

    private CompiledExpression compile(String text) throws ExpressionSyntaxException {
        try {
            return term(JaxenPaths.parse(text.strip()));
        } catch (JaxenException e) {
            throw new ExpressionSyntaxException("'" + text.strip() + "' is no XPath 1.0 expression: " + e.getMessage());
        }
    }

    private CompiledExpression term(Expr expr) throws ExpressionSyntaxException {
        CompiledExpression term = ownTerm(expr);
        return term == null ? new GeneralExpression(expr, namespaces, references, context) : term;
    }

    private CompiledExpression ownTerm(Expr expr) throws ExpressionSyntaxException {
        if (expr instanceof LiteralExpr literal) {
            return new Terms.Constant(literal.getLiteral());
        }
        if (expr instanceof NumberExpr number) {
            return new Terms.Constant(number.getNumber().doubleValue());
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return variable(variable);
        }
        if (expr instanceof FilterExpr filter && filter.getPredicates().isEmpty()) {
            return ownTerm(filter.getExpr());
        }
        if (expr instanceof PathExpr path) {
            return path(path);
        }
        if (expr instanceof LocationPath location) {
            return context == null || location.isAbsolute() ? null : steps(context, location);
        }
        if (expr instanceof UnaryExpr unary) {
            return new Terms.Calculation(Terms.Arithmetic.MINUS, new Terms.Constant(-0.0), term(unary.getExpr()));
        }
        if (expr instanceof BinaryExpr binary) {
            return binary(binary);
        }
        if (expr instanceof FunctionCallExpr call) {
            return call(call);
        }
        return null;
    }

    CompiledExpression variable(VariableReferenceExpr variable) throws ExpressionSyntaxException {
        if (isInstanceId(variable)) {
            return new Terms.InstanceId();
        }
        int link = references.link(variable.getVariableName());
        if (link >= 0) {
            return new Terms.LinkStatus(link);
        }
        return ExpressionCompiler.whole(reference(variable));
    }

    private boolean isInstanceId(VariableReferenceExpr variable) {
        return !variable.getPrefix().isEmpty()
                && variable.getVariableName().equals(OdeExtensions.PID)
                && OdeExtensions.NAMESPACE.equals(namespaces.translateNamespacePrefixToUri(variable.getPrefix()));
    }

    Reference reference(VariableReferenceExpr variable) throws ExpressionSyntaxException {
        Reference reference = references.variable(variable.getVariableName());
        if (reference == null) {
            throw new ExpressionSyntaxException("There is no variable '" + variable.getVariableName() + "' here.");
        }
        return reference;
    }

    CompiledExpression path(PathExpr path) throws ExpressionSyntaxException {
        if (path.getFilterExpr() == null) {
            return path.getLocationPath() == null ? null : ownTerm(path.getLocationPath());
        }
        Expr start = path.getFilterExpr();
        if (start instanceof FilterExpr filter && filter.getPredicates().isEmpty()) {
            start = filter.getExpr();
        }
        if (path.getLocationPath() == null) {
            return ownTerm(start);
        }
        if (start instanceof VariableReferenceExpr variable && references.link(variable.getVariableName()) < 0) {
            Reference from = reference(variable);
            CompiledExpression steps = steps(from, path.getLocationPath());
            return steps instanceof VariablePath walk && !walk.isWalkable() ? new InvalidPath(from) : steps;
        }
        return null;
    }

    CompiledExpression steps(Reference from, LocationPath location) throws ExpressionSyntaxException {
        List<VariablePath.Step> steps = new ArrayList<>();
        for (Object next : location.getSteps()) {
            VariablePath.Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
            if (last != null && !(last instanceof VariablePath.ChildStep)) {
                return null;
            }
            VariablePath.Step step = step((Step) next);
            if (step == null) {
                return null;
            }
            steps.add(step);
        }
        return new VariablePath(from, steps);
    }

    private VariablePath.Step step(Step step) throws ExpressionSyntaxException {
        int position = position(step);
        if (position < 0) {
            return null;
        }
        if (step instanceof NameStep name) {
            boolean any = name.getLocalName().equals("*");
            if (step.getAxis() == Axis.CHILD) {
                String namespace = any && name.getPrefix().isEmpty() ? null : namespace(name);
                return new VariablePath.ChildStep(namespace, any ? null : name.getLocalName(), position);
            }
            if (step.getAxis() == Axis.ATTRIBUTE && !any && position == 0) {
                return new VariablePath.AttributeStep(namespace(name), name.getLocalName());
            }
        }
        return step instanceof TextNodeStep && step.getAxis() == Axis.CHILD && position == 0
                ? new VariablePath.TextStep()
                : null;
    }

    private static int position(Step step) {
        List<?> predicates = step.getPredicates();
        if (predicates.isEmpty()) {
            return 0;
        }
        if (predicates.size() == 1
                && ((Predicate) predicates.get(0)).getExpr() instanceof NumberExpr number
                && number.getNumber().doubleValue() == number.getNumber().intValue()
                && number.getNumber().intValue() > 0) {
            return number.getNumber().intValue();
        }
        return -1;
    }

    private String namespace(NameStep step) throws ExpressionSyntaxException {
        if (step.getPrefix().isEmpty()) {
            return "";
        }
        String uri = namespaces.translateNamespacePrefixToUri(step.getPrefix());
        if (uri == null) {
            throw new ExpressionSyntaxException("The prefix '" + step.getPrefix() + "' is not declared.");
        }
        return uri;
    }

    private CompiledExpression binary(BinaryExpr binary) throws ExpressionSyntaxException {
        String operator = binary.getOperator();
        if (operator.equals("|")) {
            return null;
        }
        CompiledExpression left = term(binary.getLHS());
        CompiledExpression right = term(binary.getRHS());
        if (COMPARISONS.contains(operator)) {
            return new Terms.Comparison(XPathValues.Relation.of(operator), left, right);
        }
        return switch (operator) {
            case "=" -> new Terms.Equality(false, left, right);
            case "!=" -> new Terms.Equality(true, left, right);
            case "and" -> new Terms.Logic(true, left, right);
            case "or" -> new Terms.Logic(false, left, right);
            case "+" -> new Terms.Calculation(Terms.Arithmetic.PLUS, left, right);
            case "-" -> new Terms.Calculation(Terms.Arithmetic.MINUS, left, right);
            case "*" -> new Terms.Calculation(Terms.Arithmetic.TIMES, left, right);
            case "div" -> new Terms.Calculation(Terms.Arithmetic.DIV, left, right);
            case "mod" -> new Terms.Calculation(Terms.Arithmetic.MOD, left, right);
            default -> null;
        };
    }

    private CompiledExpression call(FunctionCallExpr call) throws ExpressionSyntaxException {
        List<Expr> parameters = new ArrayList<>();
        for (Object parameter : call.getParameters()) {
            parameters.add((Expr) parameter);
        }
        if (!call.getPrefix().isEmpty()) {
            return prefixedFunction(call, parameters);
        }
        Terms.Function body = Terms.function(call.getFunctionName(), parameters.size());
        if (body == null) {
            return null;
        }
        List<CompiledExpression> arguments = new ArrayList<>();
        for (Expr parameter : parameters) {
            arguments.add(term(parameter));
        }
        return new Terms.FunctionCall(body, arguments);
    }

    /**
     * Returns the value of a property at the place of an alias.
     *
     * @param name its name, for sentences
     * @param kind the kind of its type
     */
    public static CompiledExpression property(CompiledExpression alias, String name, Reference.Kind kind) {
        return new PropertyValue(alias, name, kind);
    }

    /**
     * Returns a property that is compared with others of its kind.
     *
     * @param space the values of its type; null when its texts are compared
     */
    public static CompiledExpression compared(CompiledExpression alias, ValueSpace space) {
        return space == null ? alias : new CanonicalValue(alias, space);
    }

    boolean isBpel(FunctionCallExpr call) {
        return StandardFault.BPEL_NAMESPACE.equals(namespaces.translateNamespacePrefixToUri(call.getPrefix()));
    }

    CompiledExpression prefixedFunction(FunctionCallExpr call, List<Expr> parameters) throws ExpressionSyntaxException {
        String namespace = namespaces.translateNamespacePrefixToUri(call.getPrefix());
        if (OdeExtensions.NAMESPACE.equals(namespace)) {
            List<CompiledExpression> arguments = new ArrayList<>();
            for (Expr parameter : parameters) {
                arguments.add(term(parameter));
            }
            return new Terms.FunctionCall(OdeFunctions.body(call.getFunctionName()), arguments);
        }
        String name = "'" + call.getPrefix() + ":" + call.getFunctionName() + "'";
        if (StandardFault.BPEL_NAMESPACE.equals(namespace)
                && call.getFunctionName().equals(Transformation.NAME)
                && parameters.size() >= 2
                && parameters.get(0) instanceof LiteralExpr address) {
            List<CompiledExpression> arguments = new ArrayList<>();
            for (Expr parameter : parameters.subList(1, parameters.size())) {
                arguments.add(term(parameter));
            }
            return new Transformation(
                    address.getLiteral(), references.styleSheet(address.getLiteral()), namespaces, arguments);
        }
        if (!StandardFault.BPEL_NAMESPACE.equals(namespace)
                || !call.getFunctionName().equals("getVariableProperty")) {
            throw new ExpressionSyntaxException("The function " + name + " is not known.");
        }
        if (parameters.size() == 2
                && parameters.get(0) instanceof LiteralExpr variable
                && parameters.get(1) instanceof LiteralExpr property) {
            CompiledExpression read = references.property(variable.getLiteral(), property.getLiteral());
            if (read != null) {
                return read;
            }
        }
        throw new ExpressionSyntaxException(
                "The function " + name + " takes a variable and a property of it as two literals.");
    }
}
