package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.counting.CompilationBudget;
import io.soabench.engine.runtime.expression.counting.CountedEvaluation;
import io.soabench.engine.runtime.expression.counting.StepCountedRegex;
import java.util.List;
import java.util.function.Function;
import net.sf.saxon.Configuration;
import net.sf.saxon.expr.StaticContext;
import net.sf.saxon.expr.instruct.Executable;
import net.sf.saxon.expr.parser.XPathParser;
import net.sf.saxon.om.FocusTrackingIterator;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.regex.RegularExpression;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;

/**
 * A configuration of Saxon that evaluates nothing during a compilation. Saxon would evaluate filters of literal ranges
 * at any level of optimisation, without a counter. The compiler leaves parts that it cannot evaluate to the evaluation.
 * Values that a style sheet needs at compile time ({@code use-when}, static variables) are counted in a budget of each
 * compilation. The steps of regular expressions are counted in any evaluation.
 */
final class SaxonConfiguration extends Configuration {
    private final boolean ofSheets;

    /** Makes a configuration for style sheets, or else for expressions and queries. */
    SaxonConfiguration(boolean ofSheets) {
        this.ofSheets = ofSheets;
    }

    /**
     * Returns a factory that fails during a compilation. Saxon asks for it before it evaluates something for each of
     * several items.
     */
    @Override
    public Function<SequenceIterator, FocusTrackingIterator> getFocusTrackerFactory(
            Executable executable, boolean multithreaded) {
        Function<SequenceIterator, FocusTrackingIterator> factory =
                super.getFocusTrackerFactory(executable, multithreaded);
        return items -> {
            if (CompilationBudget.isCompiling()) {
                throw new UnsupportedOperationException("nothing is evaluated while it is compiled");
            }
            return factory.apply(items);
        };
    }

    @Override
    public XPathParser newExpressionParser(String language, boolean updating, StaticContext context)
            throws XPathException {
        boolean immediate = ofSheets && SaxonParsers.isImmediate(context);
        if (CountedEvaluation.CURRENT.get() != null && !CompilationBudget.isCompiling() && !immediate) {
            throw new XPathException("A style sheet or query is compiled by an expression, as by transform(): nobody"
                    + " would count what it does.");
        }
        return switch (language) {
            case "XP" -> new SaxonParsers.OfXPath(context, immediate);
            case "XQ" ->
                updating ? super.newExpressionParser(language, true, context) : new SaxonParsers.OfXQuery(context);
            case "PATTERN" -> new SaxonParsers.OfPatterns(context);
            default -> super.newExpressionParser(language, updating, context);
        };
    }

    @Override
    public RegularExpression compileRegularExpression(
            UnicodeString expression, String flags, String language, List<String> warnings) throws XPathException {
        if (flags.indexOf(';') >= 0) {
            // Another engine, which cannot be counted.
            throw new XPathException("The flags '" + flags + "' of a regular expression are not known.", "FORX0001");
        }
        return new StepCountedRegex(super.compileRegularExpression(expression, flags, language, warnings));
    }
}
