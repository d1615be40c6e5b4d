package io.soabench.engine.runtime.expression.saxon;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.counting.ConstantFoldingBarrier;
import io.soabench.engine.runtime.expression.counting.CountOnFirstUse;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import net.sf.saxon.expr.BinaryExpression;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.GeneralComparison;
import net.sf.saxon.expr.Literal;
import net.sf.saxon.expr.Operand;
import net.sf.saxon.expr.RangeExpression;
import net.sf.saxon.expr.StaticContext;
import net.sf.saxon.expr.StringLiteral;
import net.sf.saxon.expr.instruct.Block;
import net.sf.saxon.expr.parser.Tokenizer;
import net.sf.saxon.expr.parser.XPathParser;
import net.sf.saxon.pattern.PatternParser;
import net.sf.saxon.query.XQueryParser;
import net.sf.saxon.style.UseWhenStaticContext;
import net.sf.saxon.sxpath.IndependentContext;
import net.sf.saxon.trans.XPathException;

/**
 * Saxon's parsers, which wrap parts that the compiler would evaluate without a counter. These are a range of literal
 * numbers, the comparison of a list of literals with another one, and a long text that becomes a number.
 */
final class SaxonParsers {
    private SaxonParsers() {}

    /** A parser of expressions. */
    static final class OfXPath extends XPathParser {
        private final Barriers barriers = new Barriers();

        private final boolean immediate;

        /** Makes a parser; {@code immediate} is true for an expression that is evaluated as soon as it is compiled. */
        OfXPath(StaticContext context, boolean immediate) {
            super(context);
            this.immediate = immediate;
        }

        @Override
        public Expression parse(String text, int start, int terminator, StaticContext context) throws XPathException {
            Expression parsed = super.parse(text, start, terminator, context);
            return immediate ? new CountOnFirstUse(parsed) : parsed;
        }

        @Override
        public Expression parseBinaryExpression(Expression left, int precedence) throws XPathException {
            return barriers.around(super.parseBinaryExpression(left, precedence));
        }

        @Override
        public Expression parseNumericLiteral(boolean traced) throws XPathException {
            requireShort(t);
            return super.parseNumericLiteral(traced);
        }

        @Override
        protected Expression parseStringLiteral(boolean traced) throws XPathException {
            return Barriers.overLong(super.parseStringLiteral(traced));
        }
    }

    /** A parser of queries. */
    static final class OfXQuery extends XQueryParser {
        private final Barriers barriers = new Barriers();

        OfXQuery(StaticContext context) {
            super(context);
        }

        @Override
        public Expression parseBinaryExpression(Expression left, int precedence) throws XPathException {
            return barriers.around(super.parseBinaryExpression(left, precedence));
        }

        @Override
        public Expression parseNumericLiteral(boolean traced) throws XPathException {
            requireShort(t);
            return super.parseNumericLiteral(traced);
        }

        @Override
        protected Expression parseStringLiteral(boolean traced) throws XPathException {
            return Barriers.overLong(super.parseStringLiteral(traced));
        }
    }

    /** A parser of patterns of templates and keys. */
    static final class OfPatterns extends PatternParser {
        private final Barriers barriers = new Barriers();

        OfPatterns(StaticContext context) {
            super(context);
        }

        @Override
        public Expression parseBinaryExpression(Expression left, int precedence) throws XPathException {
            return barriers.around(super.parseBinaryExpression(left, precedence));
        }

        @Override
        public Expression parseNumericLiteral(boolean traced) throws XPathException {
            requireShort(t);
            return super.parseNumericLiteral(traced);
        }

        @Override
        protected Expression parseStringLiteral(boolean traced) throws XPathException {
            return Barriers.overLong(super.parseStringLiteral(traced));
        }
    }

    /**
     * Returns whether an expression of a style sheet is evaluated as soon as it is compiled: by {@code use-when} and
     * the like and by {@code xsl:evaluate}.
     */
    static boolean isImmediate(StaticContext context) {
        return context instanceof UseWhenStaticContext || context.getClass() == IndependentContext.class;
    }

    /** Checks the length of a number, as reading one takes the square of its digits. */
    private static void requireShort(Tokenizer tokens) throws XPathException {
        if (tokens.currentTokenValue.length() > EvaluationBudget.MOST_DIGITS) {
            throw new XPathException("a number has more than " + EvaluationBudget.MOST_DIGITS + " digits", "FOAR0002");
        }
    }

    /** A visitor of each part of one parsed expression. */
    private static final class Barriers {
        private final Set<Expression> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        Expression around(Expression parsed) {
            Expression part = parsed;
            while (part instanceof BinaryExpression binary && seen.add(part)) {
                if (binary instanceof GeneralComparison && isOfLists(binary)) {
                    wrap(binary.getLhs());
                }
                around(binary.getRhsExpression());
                part = binary.getLhsExpression();
            }
            if (part instanceof RangeExpression && seen.add(part)) {
                part.operands().forEach(Barriers::wrap);
            }
            return parsed;
        }

        /**
         * Returns a parsed expression that the compiler cannot evaluate if it is a long text, which would be read as a
         * number.
         */
        static Expression overLong(Expression parsed) {
            return parsed instanceof StringLiteral text && text.getString().length() > EvaluationBudget.MOST_DIGITS
                    ? new ConstantFoldingBarrier(text)
                    : parsed;
        }

        private static boolean isOfLists(BinaryExpression comparison) {
            return comparison.getLhsExpression() instanceof Block && comparison.getRhsExpression() instanceof Block;
        }

        private static void wrap(Operand operand) {
            Expression part = operand.getChildExpression();
            if (part instanceof Literal || part instanceof Block) {
                operand.setChildExpression(new ConstantFoldingBarrier(part));
            }
        }
    }
}
