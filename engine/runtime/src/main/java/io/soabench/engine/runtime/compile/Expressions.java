package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.Expression;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.Part;
import io.soabench.contracts.wsdl.Property;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.BoundExpression;
import io.soabench.engine.bpel.model.BoundTimer;
import io.soabench.engine.bpel.model.PropertyUse;
import io.soabench.engine.bpel.model.VariableUse;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.xpath.XPath;
import io.soabench.engine.runtime.activity.TimeSpecification;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A compiler of the expressions of a process. An expression that cannot be compiled is a problem at its place. */
final class Expressions {
    /** The code of an expression that its processor refuses, or in an unknown language. */
    static final String EXPRESSION = "EXPRESSION";

    private static final String TRANSFORMATION = "doXslTransform";
    private static final CompiledExpression NOTHING = constant();

    private final SlotLayout layout;
    private final WsdlDefinitions wsdl;
    private final StyleSheets styleSheets;
    private final Tolerance tolerance;
    private final Problems problems;

    Expressions(
            SlotLayout layout, WsdlDefinitions wsdl, StyleSheets styleSheets, Tolerance tolerance, Problems problems) {
        this.wsdl = wsdl;
        this.layout = layout;
        this.tolerance = tolerance;
        this.styleSheets = styleSheets;
        this.problems = problems;
    }

    private static CompiledExpression constant() {
        try {
            return ExpressionCompiler.expression("''", Map.of(), References.ofVariables(name -> null));
        } catch (ExpressionSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an expression in a scope. */
    CompiledExpression expression(int scope, BoundExpression bound) {
        return compile(scope, bound, null, List.of());
    }

    /** Returns the join condition of an activity. */
    CompiledExpression join(int scope, BoundExpression bound, List<String> incoming) {
        return compile(scope, bound, null, incoming);
    }

    /** Returns a query into a variable or part. */
    CompiledExpression query(int scope, BoundExpression bound, Reference context) {
        return compile(scope, bound, context, List.of());
    }

    /** Compiles the time when an alarm first rings: after a duration, or at a deadline. */
    TimeSpecification time(int scope, BoundTimer timer) {
        Optional<BoundExpression> duration = timer.duration();
        return duration.isPresent()
                ? duration(scope, duration.get())
                : new TimeSpecification(expression(scope, timer.deadline().orElseThrow()), true);
    }

    /** Returns a time from now on. */
    TimeSpecification duration(int scope, BoundExpression bound) {
        return new TimeSpecification(expression(scope, bound), false);
    }

    /** Returns a property of a variable. */
    CompiledExpression property(int scope, PropertyUse use) {
        return ExpressionCompiler.property(
                alias(use.alias(), slot(scope, use)),
                use.alias().property().getLocalPart(),
                problems.accepted().contains(Leniency.UNTYPED_PROPERTIES)
                        ? Reference.Kind.NODE
                        : use.property().type().map(layout::kind).orElse(Reference.Kind.NODE));
    }

    private Reference slot(int scope, PropertyUse use) {
        return layout.of(scope, use.variable(), part(use));
    }

    /** Returns the part that a property of a message is in. */
    static Optional<Part> part(PropertyUse use) {
        return use.variable().type() instanceof io.soabench.engine.bpel.model.MessageType type
                ? use.alias().part().flatMap(name -> type.message().part(name))
                : Optional.empty();
    }

    /** Compiles the selection of an alias in a slot. */
    CompiledExpression alias(PropertyAlias alias, Reference context) {
        if (alias.query().isEmpty() || alias.query().get().text().isBlank()) {
            return ExpressionCompiler.whole(context);
        }
        Expression query = alias.query().get();
        return compile(query, References.ofVariables(name -> null), context);
    }

    /** Compiles the selection of an alias in a slot, for comparisons by the type of the property (section 7.2). */
    CompiledExpression compared(PropertyAlias alias, Reference context) {
        return ExpressionCompiler.compared(
                alias(alias, context),
                wsdl.property(alias.property())
                        .flatMap(Property::type)
                        .map(layout::values)
                        .orElse(null));
    }

    private CompiledExpression compile(int scope, BoundExpression bound, Reference context, List<String> incoming) {
        // An expression of jaxen asks for its variables when it is evaluated. An isolated scope locks them before.
        bound.variables().values().forEach(use -> layout.of(scope, use.variable(), use.part()));
        bound.properties().values().forEach(use -> slot(scope, use));
        return compile(bound.expression(), new BoundReferences(scope, bound, incoming), context);
    }

    private CompiledExpression compile(Expression expression, References references, Reference context) {
        Location place = expression.location();
        String language = expression.language().isEmpty() ? Bpel.XPATH : expression.language();
        CompiledExpression failing = tolerance.expression(place);
        if (failing != null) {
            return failing;
        }
        styleSheets(expression);
        String text = expression.text();
        Map<String, String> namespaces = expression.namespaces();
        try {
            return switch (language) {
                case Bpel.XPATH ->
                    context == null
                            ? ExpressionCompiler.expression(text, namespaces, references)
                            : ExpressionCompiler.query(text, namespaces, references, context);
                case Bpel.XPATH_2 -> ExpressionCompiler.second(text, namespaces, references, context);
                case Bpel.XQUERY -> ExpressionCompiler.xquery(text, namespaces, references, context);
                default ->
                    throw new ExpressionSyntaxException("'" + language + "' is not a language this engine knows; use "
                            + String.join(" or ", Bpel.LANGUAGES) + ".");
            };
        } catch (ExpressionSyntaxException e) {
            problems.add(EXPRESSION, place, e.getMessage());
            return NOTHING;
        }
    }

    /** Checks that the style sheets of an expression are known: each address means one file at most. */
    private void styleSheets(Expression expression) {
        if (!expression.text().contains(TRANSFORMATION)) {
            return;
        }
        List<XPath.FunctionCall> calls =
                XPath.parse(expression.text()).expression().map(XPath::calls).orElse(List.of());
        for (XPath.FunctionCall call : calls) {
            if (call.function().local().equals(TRANSFORMATION)) {
                call.literals().stream().findFirst().flatMap(first -> first).ifPresent(address -> {
                    List<String> found = styleSheets.candidates(address);
                    if (found.size() > 1) {
                        problems.add(
                                EXPRESSION,
                                expression.location(),
                                "the style sheet '" + address + "' may be any of " + found
                                        + "; give the path from the process to one of them");
                    }
                });
            }
        }
    }

    /** The names as the model has resolved them. */
    private final class BoundReferences implements References {
        private final int scope;
        private final BoundExpression bound;
        private final List<String> incoming;

        BoundReferences(int scope, BoundExpression bound, List<String> incoming) {
            this.scope = scope;
            this.bound = bound;
            this.incoming = incoming;
        }

        @Override
        public Reference variable(String name) {
            VariableUse use = bound.variables().get(name);
            return use == null ? null : layout.of(scope, use.variable(), use.part());
        }

        @Override
        public int link(String name) {
            return bound.links().containsKey(name) ? incoming.indexOf(name) : -1;
        }

        @Override
        public CompiledExpression property(String variable, String property) {
            PropertyUse use = bound.properties().get(new BoundExpression.PropertyKey(variable, property));
            return use == null ? null : Expressions.this.property(scope, use);
        }

        @Override
        public io.soabench.engine.runtime.expression.StyleSheet styleSheet(String address) {
            return styleSheets.styleSheet(address);
        }
    }
}
