package io.soabench.engine.bpel.model;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.XmlNames;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.model.BoundExpression.PropertyKey;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.xpath.ExpressionNames;
import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.bpel.xpath.XPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** A check of expressions that finds their references. */
final class ExpressionBinding {
    private static final Set<String> CORE_FUNCTIONS = Set.of(
            "boolean",
            "ceiling",
            "concat",
            "contains",
            "count",
            "false",
            "floor",
            "id",
            "lang",
            "last",
            "local-name",
            "name",
            "namespace-uri",
            "normalize-space",
            "not",
            "number",
            "position",
            "round",
            "starts-with",
            "string",
            "string-length",
            "substring",
            "substring-after",
            "substring-before",
            "sum",
            "translate",
            "true");

    /** Prefixes that need no declaration in XPath 2.0 and XQuery. */
    private static final Map<String, String> PREDECLARED = Map.of(
            "fn", "http://www.w3.org/2005/xpath-functions",
            "xs", "http://www.w3.org/2001/XMLSchema");

    private final Build build;

    ExpressionBinding(Build build) {
        this.build = build;
    }

    /** Returns an expression without context node: a condition, a from-spec, a time. */
    BoundExpression expression(Expression expression, Names names) {
        Optional<XPath> parsed = parse(expression);
        if (parsed.isEmpty()) {
            return byNames(expression, names);
        }
        if (parsed.get().usesContext()) {
            build.problem(
                    "SA00027",
                    expression.location(),
                    "'" + expression.text()
                            + "' has a location path without a variable, but there is no context node; start it with '$variable'");
        }
        return bind(expression, parsed.get(), names);
    }

    /** Returns the expression of a {@code to}, which must select something inside a variable. */
    BoundExpression target(Expression expression, Names names) {
        BoundExpression bound = expression(expression, names);
        if (parsed(expression).filter(parsed -> !parsed.startsWithVariable()).isPresent()) {
            build.problem(
                    "SA00033",
                    expression.location(),
                    "'" + expression.text() + "' in 'to' does not begin with a variable reference; write '$variable…'");
        }
        return bound;
    }

    /** Returns a query, whose context node is the variable or part it is applied to. */
    BoundExpression query(Expression query, Names names) {
        return parse(query).map(parsed -> bind(query, parsed, names)).orElseGet(() -> byNames(query, names));
    }

    /** Returns a join condition, whose variables are the links that end at the activity. */
    BoundExpression joinCondition(Expression expression, Map<String, Link> incoming) {
        Optional<XPath> parsed = parse(expression);
        if (parsed.isEmpty()) {
            if (Bpel.LANGUAGES.contains(expression.language())
                    && !expression.language().equals(Bpel.XPATH)) {
                build.problem(
                        "SA00073",
                        expression.location(),
                        "the join condition '" + expression.text()
                                + "' may only have incoming links ('$link'), 'and', 'or' and 'not()'");
            }
            return unbound(expression);
        }
        if (parsed.get().calls().stream().anyMatch(call -> isBpel(call, expression))) {
            build.problem(
                    "SA00028",
                    expression.location(),
                    "a WS-BPEL function is not allowed in the join condition '" + expression.text() + "'");
        } else if (!parsed.get().isBooleanOfVariables()) {
            build.problem(
                    "SA00073",
                    expression.location(),
                    "the join condition '" + expression.text()
                            + "' may only have incoming links ('$link'), 'and', 'or' and 'not()'");
        }
        for (XPath.Name name : parsed.get().variables()) {
            if (!incoming.containsKey(name.toString())) {
                build.problem(
                        "SA00073",
                        expression.location(),
                        "'$" + name + "' in the join condition is not an incoming link of the activity; incoming are "
                                + (incoming.isEmpty() ? "none" : "'" + String.join("', '", incoming.keySet()) + "'"));
            }
        }
        return new BoundExpression(expression, Map.of(), incoming, Map.of());
    }

    private static BoundExpression unbound(Expression expression) {
        return new BoundExpression(expression, Map.of(), Map.of(), Map.of());
    }

    private static Optional<XPath> parsed(Expression expression) {
        return expression.language().equals(Bpel.XPATH) || expression.language().equals(Bpel.XPATH_2)
                ? XPath.parse(expression.text()).expression()
                : Optional.empty();
    }

    /**
     * Returns the expression as one of XPath 1.0; empty after a problem, and for an expression that only XPath 2.0 or
     * XQuery has.
     */
    private Optional<XPath> parse(Expression expression) {
        if (!Bpel.LANGUAGES.contains(expression.language())) {
            build.problem(
                    "SA00004",
                    expression.location(),
                    "the language '" + expression.language() + "' is not supported; use '"
                            + String.join("' or '", Bpel.LANGUAGES) + "'");
            return Optional.empty();
        }
        if (expression.language().equals(Bpel.XQUERY)) {
            return Optional.empty();
        }
        XPath.Parsed parsed = XPath.parse(expression.text());
        boolean blank = expression.text().isBlank();
        if (parsed.expression().isEmpty() && (blank || expression.language().equals(Bpel.XPATH))) {
            build.problem(
                    "XPATH-SYNTAX",
                    expression.location(),
                    "'" + expression.text() + "' is not XPath 1.0: " + parsed.error());
        }
        return parsed.expression();
    }

    private static boolean isBpel(XPath.FunctionCall call, Expression expression) {
        return Bpel.NAMESPACE.equals(expression.namespaces().get(call.function().prefix()))
                && !call.function().prefix().isEmpty();
    }

    private BoundExpression bind(Expression expression, XPath parsed, Names names) {
        checkPrefixes(expression, parsed.prefixes());
        return bind(expression, parsed.variables(), parsed.calls(), names);
    }

    private BoundExpression bind(
            Expression expression, List<XPath.Name> references, List<XPath.FunctionCall> calls, Names names) {
        Map<String, VariableUse> variables = new HashMap<>();
        for (XPath.Name name : references) {
            if (!isProcessId(name, expression)) {
                variable(name.toString(), expression, names).ifPresent(use -> variables.put(name.toString(), use));
            }
        }
        Map<PropertyKey, PropertyUse> properties = new HashMap<>();
        for (XPath.FunctionCall call : calls) {
            call(call, expression, names, properties);
        }
        return new BoundExpression(expression, variables, Map.of(), properties);
    }

    /** Binds the names of an expression of XPath 2.0 or XQuery. The processor checks its syntax later. */
    private BoundExpression byNames(Expression expression, Names names) {
        boolean query = expression.language().equals(Bpel.XQUERY);
        if (expression.text().isBlank() || !(query || expression.language().equals(Bpel.XPATH_2))) {
            return unbound(expression);
        }
        ExpressionNames found =
                query ? ExpressionNames.inQuery(expression.text()) : ExpressionNames.in(expression.text());
        if (!query) {
            checkPrefixes(expression, found.prefixes());
        }
        List<XPath.Name> references = found.variables().stream()
                .filter(name -> isDeclared(name, names) || !(query || found.isLocal(name)))
                .distinct()
                .toList();
        return bind(expression, references, found.calls(), names);
    }

    private static boolean isDeclared(XPath.Name name, Names names) {
        String text = name.toString();
        int dot = text.indexOf('.');
        return names.variable(dot < 0 ? text : text.substring(0, dot)).isPresent();
    }

    private static boolean isProcessId(XPath.Name name, Expression expression) {
        return name.local().equals(OdeExtensions.PID)
                && OdeExtensions.NAMESPACE.equals(expression.namespaces().get(name.prefix()));
    }

    private static boolean isKnownPrefix(String prefix, Expression expression) {
        return expression.namespaces().containsKey(prefix)
                || (!expression.language().equals(Bpel.XPATH) && PREDECLARED.containsKey(prefix));
    }

    private void checkPrefixes(Expression expression, List<String> prefixes) {
        prefixes.stream()
                .distinct()
                .filter(prefix -> !prefix.isEmpty() && !isKnownPrefix(prefix, expression))
                .forEach(prefix -> build.problem(
                        "XPATH-PREFIX",
                        expression.location(),
                        "prefix '" + prefix + "' in '" + expression.text() + "' is not declared; declare it"));
    }

    private Optional<VariableUse> variable(String reference, Expression expression, Names names) {
        int dot = reference.indexOf('.');
        String name = dot < 0 ? reference : reference.substring(0, dot);
        Optional<Variable> variable = names.variable(name);
        if (variable.isEmpty()) {
            build.problem(
                    build.isEventVariable(name) ? "SA00095" : "BPEL-VARIABLE",
                    expression.location(),
                    "variable '" + name + "' in '" + expression.text()
                            + "' is not declared here; declare it or correct the name");
            return Optional.empty();
        }
        if (variable.get().type() == DataTypes.UNKNOWN) {
            return Optional.empty();
        }
        if (dot < 0) {
            if (variable.get().type() instanceof MessageType type) {
                build.problem(
                        "BPEL-VARIABLE",
                        expression.location(),
                        "variable '" + name + "' holds a message, so name one of its parts: '$" + name + "."
                                + type.message().parts().stream()
                                        .map(Part::name)
                                        .findFirst()
                                        .orElse("part") + "'");
            }
            return Optional.of(new VariableUse(variable.get(), Optional.empty()));
        }
        return part(variable.get(), reference.substring(dot + 1), expression);
    }

    private Optional<VariableUse> part(Variable variable, String partName, Expression expression) {
        Optional<Part> part =
                variable.type() instanceof MessageType type ? type.message().part(partName) : Optional.empty();
        if (part.isEmpty()) {
            build.problem(
                    "BPEL-VARIABLE",
                    expression.location(),
                    "variable '" + variable.name() + "' has no part '" + partName + "', used in '" + expression.text()
                            + "'");
            return Optional.empty();
        }
        return Optional.of(new VariableUse(variable, part));
    }

    private void call(
            XPath.FunctionCall call, Expression expression, Names names, Map<PropertyKey, PropertyUse> properties) {
        String function = call.function().local();
        if (isBpel(call, expression) && function.equals("getVariableProperty")) {
            propertyCall(call, expression, names, properties);
        } else if (isBpel(call, expression) && function.equals("doXslTransform")) {
            transformCall(call, expression);
        } else if (OdeExtensions.NAMESPACE.equals(namespace(call, expression))) {
            extension(function, expression);
        } else if (!isKnown(call, expression)) {
            build.problem(
                    "XPATH-FUNCTION",
                    expression.location(),
                    "function '" + call.function() + "' in '" + expression.text()
                            + "' is neither of "
                            + (expression.language().equals(Bpel.XPATH) ? "XPath 1.0" : "XPath 2.0")
                            + " nor of WS-BPEL; check its name and the namespace of its prefix");
        }
    }

    private static String namespace(XPath.FunctionCall call, Expression expression) {
        String prefix = call.function().prefix();
        return expression.namespaces().getOrDefault(prefix, PREDECLARED.get(prefix));
    }

    /**
     * Returns whether a function may exist. The functions of XPath 2.0 and XQuery themselves are left to the processor.
     */
    private static boolean isKnown(XPath.FunctionCall call, Expression expression) {
        if (expression.language().equals(Bpel.XPATH)) {
            return call.function().prefix().isEmpty()
                    && CORE_FUNCTIONS.contains(call.function().local());
        }
        String namespace = namespace(call, expression);
        return call.function().prefix().isEmpty()
                || expression.language().equals(Bpel.XQUERY)
                || (namespace != null && PREDECLARED.containsValue(namespace));
    }

    private void extension(String function, Expression expression) {
        if (!OdeExtensions.FUNCTIONS.contains(function)) {
            build.problem(
                    "ODE-FUNCTION",
                    expression.location(),
                    "function '" + function + "' of Apache ODE in '" + expression.text()
                            + "' is not known here; of its functions there are '"
                            + String.join("', '", OdeExtensions.FUNCTIONS) + "'");
        }
    }

    private void propertyCall(
            XPath.FunctionCall call, Expression expression, Names names, Map<PropertyKey, PropertyUse> properties) {
        if (call.literals().size() != 2 || call.literals().stream().anyMatch(Optional::isEmpty)) {
            build.problem(
                    "SA00030",
                    expression.location(),
                    "'getVariableProperty' in '" + expression.text() + "' needs two quoted strings as arguments");
            return;
        }
        String variableName = call.literals().get(0).orElse("");
        String propertyName = call.literals().get(1).orElse("");
        Optional<QName> property = qualifiedName(propertyName, expression);
        if (property.isEmpty()) {
            build.problem(
                    "SA00031",
                    expression.location(),
                    "the second argument '" + propertyName
                            + "' of 'getVariableProperty' is not a qualified name with a declared prefix");
            return;
        }
        Optional<Variable> variable = names.variable(variableName);
        if (variable.isEmpty()) {
            build.problem(
                    "BPEL-VARIABLE",
                    expression.location(),
                    "variable '" + variableName + "' in '" + expression.text()
                            + "' is not declared here; declare it or correct the name");
            return;
        }
        property(variable.get(), property.get(), expression.location())
                .ifPresent(use -> properties.put(new PropertyKey(variableName, propertyName), use));
    }

    private void transformCall(XPath.FunctionCall call, Expression expression) {
        List<Optional<String>> arguments = call.literals();
        if (arguments.isEmpty() || arguments.get(0).isEmpty()) {
            build.problem(
                    "SA00039",
                    expression.location(),
                    "the style sheet of 'doXslTransform' in '" + expression.text() + "' must be a quoted string");
        }
        if (arguments.size() % 2 != 0 || arguments.size() < 2) {
            build.problem(
                    "SA00040",
                    expression.location(),
                    "'doXslTransform' in '" + expression.text()
                            + "' needs a style sheet, a source and then pairs of parameter name and value");
        }
        for (int i = 2; i < arguments.size(); i += 2) {
            if (arguments
                    .get(i)
                    .flatMap(name -> qualifiedName(name, expression))
                    .isEmpty()) {
                build.problem(
                        "SA00041",
                        expression.location(),
                        "argument " + (i + 1) + " of 'doXslTransform' in '" + expression.text()
                                + "' must be a parameter name as a quoted string");
            }
        }
    }

    private static Optional<QName> qualifiedName(String text, Expression expression) {
        int colon = text.indexOf(':');
        String local = text.substring(colon + 1);
        if (!XmlNames.isNcName(local)) {
            return Optional.empty();
        }
        if (colon < 0) {
            return Optional.of(new QName(local));
        }
        return Optional.ofNullable(expression.namespaces().get(text.substring(0, colon)))
                .map(namespace -> new QName(namespace, local));
    }

    /** Returns a property of a variable with its alias, or a problem. */
    Optional<PropertyUse> property(Variable variable, QName name, Location place) {
        Optional<Property> property = build.wsdl.property(name);
        if (property.isEmpty()) {
            build.problem(
                    "SA00010",
                    place,
                    "property '" + name + "' is not defined in any imported document; import it or correct the name");
            return Optional.empty();
        }
        build.checkImported("property", name, place, "");
        if (variable.type() == DataTypes.UNKNOWN) {
            return Optional.empty();
        }
        Optional<PropertyAlias> alias = Aliases.find(build.wsdl, name, variable.type());
        if (alias.isEmpty()) {
            build.problem(
                    "SA00021",
                    place,
                    "no propertyAlias of '" + name + "' is defined for the type '"
                            + variable.type().name() + "' of variable '" + variable.name()
                            + "' in a document that the process imports; add one or use another variable");
        }
        alias.ifPresent(found -> build.checkImported(found, place));
        return alias.map(found -> new PropertyUse(variable, property.get(), found));
    }
}
