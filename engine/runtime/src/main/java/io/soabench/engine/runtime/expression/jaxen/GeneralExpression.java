package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.saxon.SaxonFunctions;
import io.soabench.engine.runtime.expression.saxon.Transformation;
import io.soabench.engine.runtime.expression.terms.OdeFunctions;
import io.soabench.engine.runtime.expression.terms.TextSearch;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.Function;
import org.jaxen.FunctionCallException;
import org.jaxen.FunctionContext;
import org.jaxen.JaxenException;
import org.jaxen.NamespaceContext;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.Expr;
import org.jaxen.function.StringFunction;

/** An expression that jaxen evaluates: the axes, predicates and functions that the terms of this engine do not cover. */
public final class GeneralExpression extends CompiledExpression {
    private static final Set<String> SEARCHING = Set.of("contains", "substring-before", "substring-after");
    private static final Set<String> OF_CONTEXT = Set.of("position", "last", "lang", "id");
    private static final Set<String> OF_CONTEXT_BY_DEFAULT =
            Set.of("string", "number", "name", "local-name", "namespace-uri", "string-length", "normalize-space");
    private static final Set<String> OF_TEXTS = Set.of(
            "concat",
            "contains",
            "normalize-space",
            "starts-with",
            "string",
            "string-length",
            "substring-after",
            "substring-before",
            "translate");
    private static final String GET_VARIABLE_PROPERTY = "getVariableProperty";

    private final Expr expression;
    private final NamespaceContext namespaces;
    private final References references;
    private final Reference context;

    public GeneralExpression(Expr expression, NamespaceContext namespaces, References references, Reference context) {
        this.expression = expression;
        this.namespaces = namespaces;
        this.references = new ResolvedReferences(references);
        this.context = context;
    }

    @Override
    public Object evaluate(Slots slots) {
        return plain(jaxen(slots));
    }

    @Override
    public Object selected(Slots slots) {
        Object value = jaxen(slots);
        Object only = value instanceof List<?> nodes && nodes.size() == 1 ? nodes.get(0) : value;
        if (only instanceof TreeNode node && (node.isDocument() || node.value() instanceof Namespace)) {
            throw notSelectable(expression.getText());
        }
        return plain(value);
    }

    /**
     * Returns a value without places. A single node gets the declarations around it, as it may be copied; several nodes
     * are only compared, counted or read.
     */
    private static Object plain(Object value) {
        if (value instanceof List<?> nodes) {
            List<Object> values = new ArrayList<>(nodes.size());
            for (Object node : nodes) {
                values.add(
                        node instanceof TreeNode place
                                ? nodes.size() == 1 && place.value() instanceof Element
                                        ? place.detached()
                                        : place.value()
                                : node);
            }
            return values;
        }
        if (value instanceof TreeNode place) {
            return place.value();
        }
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    /** Returns the value, or the first node of several, as it is; null for no node. */
    private Object first(Slots slots) {
        Object value = jaxen(slots);
        if (value instanceof List<?> nodes) {
            value = nodes.isEmpty() ? null : nodes.get(0);
        }
        return value instanceof TreeNode place ? place.value() : value;
    }

    @Override
    public boolean test(Slots slots) {
        Object value = jaxen(slots);
        return XPathValues.toBoolean(value instanceof Number number ? (Object) number.doubleValue() : value);
    }

    @Override
    public double number(Slots slots) {
        Object value = first(slots);
        return value == null
                ? Double.NaN
                : XPathValues.toNumber(value instanceof Number number ? (Object) number.doubleValue() : value);
    }

    @Override
    public String string(Slots slots) {
        Object value = first(slots);
        return value == null
                ? ""
                : XPathValues.toText(value instanceof Number number ? (Object) number.doubleValue() : value);
    }

    @Override
    public int count(Slots slots) {
        return jaxen(slots) instanceof List<?> nodes ? nodes.size() : 1;
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        Object value = jaxen(slots);
        if (value instanceof TreeNode place) {
            return List.of(place);
        }
        return value instanceof List<?> nodes
                ? nodes.stream()
                        .filter(TreeNode.class::isInstance)
                        .map(TreeNode.class::cast)
                        .filter(node -> !node.isDocument())
                        .toList()
                : List.of();
    }

    private Object jaxen(Slots slots) {
        return jaxen(slots, new ElementNavigator(ElementNavigator.MAX_NODES));
    }

    /** Evaluates by a navigator, which counts the nodes. */
    Object jaxen(Slots slots, ElementNavigator navigator) {
        ContextSupport support = new ContextSupport(
                namespaces,
                new Functions(slots),
                (namespace, prefix, name) -> OdeExtensions.NAMESPACE.equals(namespace) && name.equals(OdeExtensions.PID)
                        ? Long.toString(slots.instanceId())
                        : variable(name, slots),
                navigator);
        Context start = new Context(support);
        if (context != null) {
            start.setNodeSet(List.of(TreeNode.root(context.read(slots), context)));
            start.setPosition(1);
        }
        try {
            return expression.evaluate(start);
        } catch (JaxenException e) {
            if (e.getCause() instanceof FaultException fault) {
                throw fault;
            }
            throw failed(e.getMessage());
        } catch (FaultException e) {
            throw e;
        } catch (ClassCastException e) {
            throw failed("a step, predicate or function has a value that is no set of nodes where it takes nodes only");
        } catch (RuntimeException e) {
            // The library reports some mistakes of an expression as its own.
            throw failed(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw failed("it is nested too deep");
        }
    }

    private FaultException failed(String reason) {
        return StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown("'" + expression.getText() + "' failed: " + reason);
    }

    private Object variable(String name, Slots slots) throws UnresolvableException {
        int link = references.link(name);
        if (link >= 0) {
            return slots.link(link);
        }
        Reference reference = references.variable(name);
        if (reference == null) {
            throw new UnresolvableException("no variable '" + name + "'");
        }
        Object value = reference.typed(slots);
        return value instanceof Element element ? nodes(element, reference) : value;
    }

    /**
     * Returns an element as a list. The library reads the predicates of a variable or function only where its value is
     * a list.
     */
    private static List<Object> nodes(Element element, Reference reference) {
        return List.of(TreeNode.root(element, reference));
    }

    /** XPath's own functions, without jaxen's extensions, and those of WS-BPEL. */
    private final class Functions implements FunctionContext {
        private final Slots slots;

        /** The trees that functions have returned; null while there was none. */
        private IdentityHashMap<Element, Reference> results;

        Functions(Slots slots) {
            this.slots = slots;
        }

        @Override
        public Function getFunction(String namespace, String prefix, String name) throws UnresolvableException {
            if (StandardFault.BPEL_NAMESPACE.equals(namespace) && name.equals(GET_VARIABLE_PROPERTY)) {
                return (at, arguments) -> property(arguments);
            }
            if (StandardFault.BPEL_NAMESPACE.equals(namespace) && name.equals(Transformation.NAME)) {
                return (at, arguments) -> transformed(arguments);
            }
            if (OdeExtensions.NAMESPACE.equals(namespace)) {
                return (at, arguments) -> {
                    List<Object> values = new ArrayList<>();
                    for (Object argument : arguments) {
                        values.add(plain(argument));
                    }
                    Object result = OdeFunctions.call(name, values, slots.valueBytes());
                    return result instanceof Element element ? nodes(element, resultOf(element)) : result;
                };
            }
            Function function = namespace == null || namespace.isEmpty() ? own(name) : null;
            Function core = function == null ? CORE.getFunction(namespace, prefix, name) : function;
            return context == null && (OF_CONTEXT.contains(name) || OF_CONTEXT_BY_DEFAULT.contains(name))
                    ? (at, arguments) -> inContext(name, core, at, arguments)
                    : core;
        }

        /**
         * Returns this engine's function in place of one that the library implements differently; null for the others.
         */
        private Function own(String name) throws UnresolvableException {
            if (!OF_TEXTS.contains(name)) {
                return JaxenNumbers.function(name);
            }
            Function core = CORE.getFunction(null, null, name);
            boolean searching = SEARCHING.contains(name);
            return (at, arguments) -> {
                List<?> texts = withTexts(arguments);
                return searching && texts.size() == 2 ? searched(name, at, texts) : core.call(at, texts);
            };
        }

        /**
         * Calls a function of the library in a context. An expression has no context node, position and size but in
         * predicates (WS-BPEL 2.0, section 8.2.4).
         */
        private Object inContext(String name, Function core, Context at, List<?> arguments)
                throws FunctionCallException {
            if (at.getNodeSet().isEmpty() && (arguments.isEmpty() || OF_CONTEXT.contains(name))) {
                String asked = name.equals("lang") ? "the language of the context node" : "the context";
                throw failed("'" + name + "' asks for " + asked + ", and there is none here; use it in a predicate");
            }
            return core.call(at, arguments);
        }

        /**
         * Returns arguments with numbers as texts. The library writes 32 digits of a fraction at most, and zero for
         * smaller numbers (XPath 1.0, section 4.2).
         */
        private static List<?> withTexts(List<?> arguments) {
            return arguments.stream().anyMatch(Double.class::isInstance)
                    ? arguments.stream()
                            .map(argument ->
                                    argument instanceof Double number ? (Object) XPathValues.text(number) : argument)
                            .toList()
                    : arguments;
        }

        private Object searched(String name, Context at, List<?> arguments) {
            String text = StringFunction.evaluate(arguments.get(0), at.getNavigator());
            String part = StringFunction.evaluate(arguments.get(1), at.getNavigator());
            int found = TextSearch.indexOf(text, part);
            return switch (name) {
                case "contains" -> found >= 0;
                case "substring-before" -> found < 0 ? "" : text.substring(0, found);
                default -> found < 0 ? "" : text.substring(found + part.length());
            };
        }

        /** Gives each tree that a function returns a number, so that the order of its nodes is the same every time. */
        private Reference resultOf(Element element) {
            if (results == null) {
                results = new IdentityHashMap<>(4);
            }
            int number = results.size();
            return results.computeIfAbsent(
                    element,
                    any -> new Reference(
                            0,
                            Reference.NO_SLOT,
                            Reference.Kind.NODE,
                            String.format(Locale.ROOT, "result %08d", number)));
        }

        private Object transformed(List<?> arguments) {
            String address = String.valueOf(arguments.get(0));
            List<Object> values = new ArrayList<>();
            arguments.subList(1, arguments.size()).forEach(argument -> values.add(detached(argument)));
            Object result = Transformation.transform(
                    address,
                    references.styleSheet(address),
                    namespaces,
                    values,
                    slots.now(),
                    SaxonFunctions.budget(slots));
            return result instanceof Element element ? nodes(element, resultOf(element)) : result;
        }

        /** Returns a value without places, whose elements all have the declarations around them. */
        private Object detached(Object value) {
            if (!(value instanceof List<?> nodes)) {
                return plain(value);
            }
            List<Object> values = new ArrayList<>(nodes.size());
            for (Object node : nodes) {
                values.add(
                        node instanceof TreeNode place && place.value() instanceof Element
                                ? place.detached()
                                : plain(node));
            }
            return values;
        }

        private Object property(List<?> arguments) throws FunctionCallException {
            CompiledExpression property = arguments.size() == 2
                    ? references.property(String.valueOf(arguments.get(0)), String.valueOf(arguments.get(1)))
                    : null;
            if (property == null) {
                throw new FunctionCallException("no such property: " + arguments);
            }
            Object value = property.evaluate(slots);
            return value instanceof Element element ? nodes(element, resultOf(element)) : XPathValues.toText(value);
        }
    }

    private static final FunctionContext CORE = new XPathFunctionContext(false);
}
