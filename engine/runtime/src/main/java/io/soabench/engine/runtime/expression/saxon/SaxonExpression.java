package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.bpel.xpath.ExpressionNames;
import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.bpel.xpath.XPath;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.counting.CompilationBudget;
import io.soabench.engine.runtime.expression.counting.CountedEvaluation;
import io.soabench.engine.runtime.expression.counting.CountedExpression;
import io.soabench.engine.runtime.expression.counting.SaxonBudget;
import io.soabench.engine.runtime.expression.terms.Failure;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.saxon.expr.parser.ExpressionTool;
import net.sf.saxon.s9api.ItemType;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.DateTimeValue;

/**
 * An expression of XPath 2.0 or XQuery 1.0, which Saxon evaluates over copies of the trees that it refers to. Elements
 * are untyped; variables of numeric simple types and {@code xsd:boolean} have values of these types, those of other
 * simple types are {@code xs:untypedAtomic}, so that functions convert them to their own types.
 */
public final class SaxonExpression extends CompiledExpression {
    private final String text;
    private final Map<QName, Reference> variables;
    private final Map<QName, Integer> links;
    private final boolean instanceId;
    private final Reference context;
    private final SaxonFunctions.Surroundings surroundings;
    private final Evaluation evaluation;

    /** One of the two languages. */
    @FunctionalInterface
    private interface Evaluation {
        XdmSequenceIterator<XdmItem> evaluate(Map<QName, XdmValue> values, XdmItem context, DateTimeValue now)
                throws SaxonApiException, XPathException;
    }

    private SaxonExpression(String text, Declared declared, Reference context, Evaluation evaluation) {
        this.text = text;
        this.variables = declared.variables();
        this.links = declared.links();
        this.instanceId = declared.instanceId();
        this.context = context;
        this.surroundings = declared.surroundings();
        this.evaluation = evaluation;
    }

    /** The references of an expression. */
    private record Declared(
            Map<QName, Reference> variables,
            Map<QName, Integer> links,
            boolean instanceId,
            SaxonFunctions.Surroundings surroundings) {
        List<QName> names() {
            List<QName> names = new ArrayList<>(variables.keySet());
            names.addAll(links.keySet());
            return names;
        }
    }

    private static final Set<XdmNodeKind> SELECTABLE =
            EnumSet.of(XdmNodeKind.ELEMENT, XdmNodeKind.ATTRIBUTE, XdmNodeKind.TEXT);

    /** The largest number of nested brackets around a part of an expression. */
    private static final int MOST_NESTED = 250;

    /** The largest number of characters of an expression in a sentence about it. */
    private static final int MOST_SHOWN = 300;

    private static final QName INSTANCE_ID = new QName(OdeExtensions.NAMESPACE, OdeExtensions.PID);

    private static Declared declared(ExpressionNames names, Map<String, String> namespaces, References references) {
        Map<QName, Reference> variables = new LinkedHashMap<>();
        Map<QName, Integer> links = new LinkedHashMap<>();
        boolean instanceId = false;
        for (XPath.Name name : names.variables()) {
            Reference reference = references.variable(name.toString());
            int link = references.link(name.toString());
            if (link >= 0) {
                links.put(new QName(name.toString()), link);
            } else if (reference != null) {
                variables.put(new QName(name.toString()), reference);
            }
            instanceId |= name.local().equals(OdeExtensions.PID)
                    && OdeExtensions.NAMESPACE.equals(namespaces.get(name.prefix()));
        }
        return new Declared(variables, links, instanceId, new SaxonFunctions.Surroundings(references, namespaces::get));
    }

    /** Compiles XPath 2.0; {@code context} is null for an expression without context node. */
    public static CompiledExpression xpath(
            String text, Map<String, String> namespaces, References references, Reference context)
            throws ExpressionSyntaxException {
        requireShallow(text, "XPath 2.0");
        Declared declared = declared(ExpressionNames.in(text), namespaces, references);
        XPathCompiler compiler = SaxonFunctions.PROCESSOR.newXPathCompiler();
        compiler.declareNamespace("xs", "http://www.w3.org/2001/XMLSchema");
        compiler.declareNamespace("fn", "http://www.w3.org/2005/xpath-functions");
        namespaces.forEach((prefix, uri) -> {
            // Names without prefix are in no namespace (WS-BPEL 2.0, section 8.2.4).
            if (!prefix.isEmpty()) {
                compiler.declareNamespace(prefix, uri);
            }
        });
        declared.names().forEach(compiler::declareVariable);
        if (declared.instanceId()) {
            compiler.declareVariable(INSTANCE_ID);
        }
        try {
            XPathExecutable executable = CompilationBudget.compile(() -> compiler.compile(text));
            SaxonBudget.count(executable.getUnderlyingExpression().getInternalExpression());
            return new SaxonExpression(text, declared, context, (values, item, now) -> {
                XPathSelector selector = executable.load();
                selector.getUnderlyingXPathContext()
                        .getXPathContextObject()
                        .getController()
                        .setCurrentDateTime(now);
                for (Map.Entry<QName, XdmValue> value : values.entrySet()) {
                    selector.setVariable(value.getKey(), value.getValue());
                }
                if (item != null) {
                    selector.setContextItem(item);
                }
                return selector.iterator();
            });
        } catch (SaxonApiException | XPathException | RuntimeException | StackOverflowError e) {
            return refused(text, "XPath 2.0", e);
        }
    }

    /** Compiles XQuery 1.0; {@code context} is null for an expression without context node. */
    public static CompiledExpression xquery(
            String text, Map<String, String> namespaces, References references, Reference context)
            throws ExpressionSyntaxException {
        requireShallow(text, "XQuery 1.0");
        Declared declared = declared(ExpressionNames.inQuery(text), namespaces, references);
        XQueryCompiler compiler = SaxonFunctions.PROCESSOR.newXQueryCompiler();
        namespaces.forEach((prefix, uri) -> {
            if (!prefix.isEmpty()) {
                compiler.declareNamespace(prefix, uri);
            }
        });
        try {
            String whole = withVariables(text, declared);
            XQueryExecutable executable = CompilationBudget.compile(() -> compiler.compile(whole));
            SaxonBudget.count(executable.getUnderlyingCompiledQuery());
            return new SaxonExpression(text, declared, context, (values, item, now) -> {
                XQueryEvaluator evaluator = executable.load();
                evaluator.getUnderlyingQueryContext().setCurrentDateTime(now);
                values.forEach(evaluator::setExternalVariable);
                if (item != null) {
                    evaluator.setContextItem(item);
                }
                return evaluator.iterator();
            });
        } catch (SaxonApiException | XPathException | RuntimeException | StackOverflowError e) {
            return refused(text, "XQuery 1.0", e);
        }
    }

    /** Returns the query with its variables declared, behind the beginning of its prolog. */
    private static String withVariables(String text, Declared declared) {
        StringBuilder declarations = new StringBuilder();
        declared.names().forEach(name -> declarations
                .append("declare variable $")
                .append(name.getLocalName())
                .append(" external; "));
        if (declared.instanceId()) {
            declarations
                    .append("declare variable $Q{")
                    .append(OdeExtensions.NAMESPACE)
                    .append("}pid external; ");
        }
        int at = 0;
        java.util.regex.Matcher first = SaxonFunctions.PROLOG.matcher(text);
        if (first.lookingAt()) {
            at = first.end();
        }
        return text.substring(0, at) + declarations + text.substring(at);
    }

    /**
     * Returns the expression of a text that the processor refuses. Some expressions can only fail, such as a cast of
     * the wrong literal; these fail when they are evaluated.
     */
    private static CompiledExpression refused(String text, String language, Throwable e)
            throws ExpressionSyntaxException {
        QName code = e instanceof SaxonApiException failure ? failure.getErrorCode() : null;
        if (code != null
                && !code.getLocalName().startsWith("XPST")
                && !code.getLocalName().startsWith("XQST")) {
            return new Failure(
                    StandardFault.SUB_LANGUAGE_EXECUTION_FAULT, "'" + shortened(text) + "' fails: " + sentence(e));
        }
        throw new ExpressionSyntaxException(
                "'" + shortened(text) + "' is no " + language + " expression: " + sentence(e));
    }

    /**
     * Refuses an expression of unusual depth, for which the compiler may take endless time. Brackets in texts count,
     * too.
     */
    private static void requireShallow(String text, String language) throws ExpressionSyntaxException {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '(', '[', '{' -> depth++;
                case ')', ']', '}' -> depth--;
                default -> {
                    // Neither opens nor closes.
                }
            }
            if (depth > MOST_NESTED) {
                throw new ExpressionSyntaxException("'" + shortened(text) + "' is no " + language
                        + " expression that can be compiled: it is nested too deep, in more than " + MOST_NESTED
                        + " brackets; divide it");
            }
        }
    }

    private static String shortened(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }

    /** Returns the processor's reason against a text, in one line. */
    private static String sentence(Throwable e) {
        return e instanceof StackOverflowError
                ? "it is nested too deep"
                : String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip();
    }

    @Override
    public Object evaluate(Slots slots) {
        return evaluate(slots, new EvaluationBudget(EvaluationBudget.MOST_ITEMS, slots.valueBytes()));
    }

    @Override
    public Object selected(Slots slots) {
        SaxonTrees trees = new SaxonTrees();
        XdmValue value = saxon(slots, trees, new EvaluationBudget(EvaluationBudget.MOST_ITEMS, slots.valueBytes()));
        if (value.size() == 1 && value.itemAt(0) instanceof XdmNode node && !SELECTABLE.contains(node.getNodeKind())) {
            throw notSelectable(text);
        }
        return trees.value(value);
    }

    /**
     * Returns the effective boolean value (XPath 2.0, section 2.4.3), which dates, durations and sequences of values do
     * not have.
     */
    @Override
    public boolean test(Slots slots) {
        XdmValue value =
                saxon(slots, new SaxonTrees(), new EvaluationBudget(EvaluationBudget.MOST_ITEMS, slots.valueBytes()));
        try {
            return ExpressionTool.effectiveBooleanValue(
                    value.getUnderlyingValue().iterate());
        } catch (XPathException e) {
            throw failed(e);
        }
    }

    /** Evaluates with a budget; within another evaluation, that one's budget counts. */
    Object evaluate(Slots slots, EvaluationBudget budget) {
        SaxonTrees trees = new SaxonTrees();
        return trees.value(saxon(slots, trees, budget));
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        SaxonTrees trees = new SaxonTrees();
        List<TreeNode> places = new ArrayList<>();
        for (XdmItem item :
                saxon(slots, trees, new EvaluationBudget(EvaluationBudget.MOST_ITEMS, slots.valueBytes()))) {
            TreeNode place = item instanceof XdmNode node ? trees.place(node) : null;
            if (place != null) {
                places.add(place);
            }
        }
        return places;
    }

    private XdmValue saxon(Slots slots, SaxonTrees trees, EvaluationBudget own) {
        CountedEvaluation outer = CountedEvaluation.CURRENT.get();
        EvaluationBudget budget = outer == null ? own : outer.budget();
        try {
            Map<QName, XdmValue> values = new LinkedHashMap<>();
            for (Map.Entry<QName, Reference> variable : variables.entrySet()) {
                values.put(variable.getKey(), value(variable.getValue(), slots, trees));
            }
            links.forEach((name, link) -> values.put(name, new XdmAtomicValue(slots.link(link))));
            if (instanceId) {
                values.put(INSTANCE_ID, new XdmAtomicValue(Long.toString(slots.instanceId())));
            }
            XdmItem item = context == null ? null : trees.root(context, context.read(slots));
            CountedEvaluation.CURRENT.set(new SaxonFunctions.SaxonEvaluation(surroundings, slots, trees, budget));
            return bounded(evaluation.evaluate(values, item, DateTimeValue.fromOffsetDateTime(slots.now())), budget);
        } catch (SaxonApiException | XPathException | RuntimeException | StackOverflowError e) {
            // The processor has been seen to report mistakes of an expression as its own.
            if (budget.refusal() != null) {
                throw budget.refusal();
            }
            FaultException noted = budget.noted(e);
            throw noted == null ? failed(e) : noted;
        } finally {
            CountedEvaluation.CURRENT.set(outer);
        }
    }

    private static XdmValue bounded(XdmSequenceIterator<XdmItem> result, EvaluationBudget budget) {
        List<XdmItem> items = new ArrayList<>(1);
        long bytes = 0;
        while (result.hasNext()) {
            XdmItem item = result.next();
            budget.item();
            bytes += CountedExpression.bytes(item.getUnderlyingValue());
            budget.sequence(bytes);
            items.add(item);
        }
        return new XdmValue(items);
    }

    private FaultException failed(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof FaultException fault) {
                return fault;
            }
        }
        return StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown("'" + text + "' failed: " + sentence(e));
    }

    private static XdmValue value(Reference reference, Slots slots, SaxonTrees trees) throws SaxonApiException {
        io.soabench.engine.runtime.xml.Element element = reference.read(slots);
        return reference.kind() == Reference.Kind.NODE
                ? trees.root(reference, element)
                : typed(reference.kind(), element.text());
    }

    /** Returns a text as a value of its type; {@code xs:untypedAtomic} where the type needs no distinction. */
    static XdmValue typed(Reference.Kind kind, String text) throws SaxonApiException {
        return switch (kind) {
            case NODE, STRING -> untyped(text);
            case BOOLEAN -> new XdmAtomicValue((Boolean) kind.typed(text));
            case INTEGER -> typed(text, ItemType.INTEGER);
            case DECIMAL -> typed(text, ItemType.DECIMAL);
            case NUMBER -> typed(text, ItemType.DOUBLE);
        };
    }

    private static XdmValue untyped(String text) throws SaxonApiException {
        return new XdmAtomicValue(text, ItemType.UNTYPED_ATOMIC);
    }

    /**
     * Returns a text as a value of a type, or untyped. Without validation, a variable may hold texts that its type
     * forbids.
     */
    private static XdmValue typed(String text, ItemType type) throws SaxonApiException {
        if (text.length() > EvaluationBudget.MOST_DIGITS) {
            return untyped(text);
        }
        try {
            return new XdmAtomicValue(text.strip(), type);
        } catch (SaxonApiException e) {
            return untyped(text);
        }
    }
}
