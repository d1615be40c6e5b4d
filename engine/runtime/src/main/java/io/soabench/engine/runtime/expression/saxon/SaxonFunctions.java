package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.bpel.xpath.OdeExtensions;
import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.counting.CountedEvaluation;
import io.soabench.engine.runtime.expression.counting.NodeCount;
import io.soabench.engine.runtime.expression.terms.OdeFunctions;
import io.soabench.engine.runtime.expression.terms.PropertyValue;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.saxon.Configuration;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.lib.EnvironmentVariableResolver;
import net.sf.saxon.lib.ExtensionFunctionCall;
import net.sf.saxon.lib.ExtensionFunctionDefinition;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.StandardLogger;
import net.sf.saxon.om.Sequence;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.SequenceType;
import org.jaxen.NamespaceContext;

/**
 * The one processor for XPath 2.0 and XQuery, with the functions of WS-BPEL and some of Apache ODE. It reads no files,
 * no addresses and no environment. Functions find their evaluation by its thread.
 */
public final class SaxonFunctions {
    /** The beginning of a prolog of XQuery, before its variables: declarations of namespaces and settings, imports. */
    static final Pattern PROLOG =
            Pattern.compile("(\\s*(xquery\\s+version|import|declare\\s+(namespace|default|base-uri"
                    + "|boundary-space|construction|copy-namespaces|option|ordering))\\b[^;]*;)+");

    /** The option for all optimisations but the evaluation of constant parts. */
    private static final String NO_CONSTANTS = "-d";

    private static final String NO_DOCUMENT_TYPES = "http://apache.org/xml/features/disallow-doctype-decl";

    private static final SaxonConfiguration CONFIGURATION = new SaxonConfiguration(false);

    public static final Processor PROCESSOR = processor();

    private SaxonFunctions() {}

    /** Returns the budget of an evaluation: that of the evaluation around it, if there is one. */
    public static EvaluationBudget budget(Slots slots) {
        CountedEvaluation around = CountedEvaluation.CURRENT.get();
        return around == null ? new EvaluationBudget(EvaluationBudget.MOST_ITEMS, slots.valueBytes()) : around.budget();
    }

    /** The meaning of names in an expression. */
    record Surroundings(References references, NamespaceContext namespaces) {}

    /** An evaluation. */
    record SaxonEvaluation(Surroundings surroundings, Slots slots, SaxonTrees trees, EvaluationBudget budget)
            implements CountedEvaluation {
        @Override
        public NodeCount nodes() {
            return trees.nodes();
        }
    }

    private static Processor processor() {
        Processor processor = new Processor(CONFIGURATION);
        closed(processor.getUnderlyingConfiguration());
        define(processor, StandardFault.BPEL_NAMESPACE, "getVariableProperty", 2, 2);
        define(processor, StandardFault.BPEL_NAMESPACE, Transformation.NAME, 2, Integer.MAX_VALUE);
        for (String function : OdeExtensions.FUNCTIONS) {
            define(processor, OdeExtensions.NAMESPACE, function, 2, Integer.MAX_VALUE);
        }
        return processor;
    }

    /**
     * Closes a processor: it reads nothing from outside, and computes nothing during a compilation, which has no
     * counter.
     */
    static void closed(Configuration configuration) {
        configuration.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        configuration.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        configuration.setConfigurationProperty(Feature.ENVIRONMENT_VARIABLE_RESOLVER, new NoEnvironment());
        configuration.setConfigurationProperty(Feature.OPTIMIZATION_LEVEL, NO_CONSTANTS);
        // parse-xml() would read the files that a document type names.
        configuration.setParseOptions(configuration.getParseOptions().withParserFeature(NO_DOCUMENT_TYPES, true));
        // Faults and refusals report errors; the log belongs to the engine.
        configuration.setLogger(new StandardLogger(new PrintStream(OutputStream.nullOutputStream())));
    }

    private static void define(Processor processor, String namespace, String name, int least, int most) {
        processor.registerExtensionFunction(new Definition(namespace, name, least, most));
    }

    private static final class NoEnvironment implements EnvironmentVariableResolver {
        @Override
        public Set<String> getAvailableEnvironmentVariables() {
            return Set.of();
        }

        @Override
        public String getEnvironmentVariable(String name) {
            return null;
        }
    }

    private static final class Definition extends ExtensionFunctionDefinition {
        private final String namespace;
        private final String name;
        private final int least;
        private final int most;

        Definition(String namespace, String name, int least, int most) {
            this.namespace = namespace;
            this.name = name;
            this.least = least;
            this.most = most;
        }

        @Override
        public StructuredQName getFunctionQName() {
            return new StructuredQName("", namespace, name);
        }

        @Override
        public int getMinimumNumberOfArguments() {
            return least;
        }

        @Override
        public int getMaximumNumberOfArguments() {
            return most;
        }

        @Override
        public SequenceType[] getArgumentTypes() {
            return new SequenceType[] {SequenceType.ANY_SEQUENCE};
        }

        @Override
        public SequenceType getResultType(SequenceType[] argumentTypes) {
            return SequenceType.ANY_SEQUENCE;
        }

        @Override
        public boolean hasSideEffects() {
            // With side effects, it is not called before there is an instance.
            return true;
        }

        @Override
        public ExtensionFunctionCall makeCallExpression() {
            return new Evaluated(namespace, name);
        }
    }

    private static final class Evaluated extends ExtensionFunctionCall {
        private final String namespace;
        private final String name;

        Evaluated(String namespace, String name) {
            this.namespace = namespace;
            this.name = name;
        }

        @Override
        public Sequence call(XPathContext context, Sequence[] arguments) throws XPathException {
            if (!(CountedEvaluation.CURRENT.get() instanceof SaxonEvaluation call)) {
                throw new XPathException("'" + name + "' is called outside of an instance");
            }
            try {
                List<Object> values = new ArrayList<>();
                for (Sequence argument : arguments) {
                    values.add(call.trees().value(XdmValue.wrap(argument.materialize())));
                }
                return result(call, values).getUnderlyingValue();
            } catch (FaultException e) {
                call.budget().note(e);
                throw new XPathException(String.valueOf(e.getMessage()), e);
            } catch (SaxonApiException e) {
                throw new XPathException(String.valueOf(e.getMessage()), e);
            }
        }

        private XdmValue result(SaxonEvaluation call, List<Object> values) throws XPathException, SaxonApiException {
            References references = call.surroundings().references();
            if (namespace.equals(OdeExtensions.NAMESPACE)) {
                return call.trees()
                        .given(OdeFunctions.call(name, values, call.slots().valueBytes()));
            }
            String first = XPathValues.toText(values.get(0));
            if (name.equals(Transformation.NAME)) {
                return call.trees()
                        .given(Transformation.transform(
                                first,
                                references.styleSheet(first),
                                call.surroundings().namespaces(),
                                values.subList(1, values.size()),
                                call.slots().now(),
                                call.budget()));
            }
            CompiledExpression property = references.property(first, XPathValues.toText(values.get(1)));
            if (property == null) {
                throw new XPathException(
                        "there is no property '" + XPathValues.toText(values.get(1)) + "' of '" + first + "'");
            }
            Reference.Kind kind = property instanceof PropertyValue typed ? typed.kind() : Reference.Kind.STRING;
            return kind == Reference.Kind.NODE
                    ? call.trees().given(property.evaluate(call.slots()))
                    : SaxonExpression.typed(kind, property.string(call.slots()));
        }
    }
}
