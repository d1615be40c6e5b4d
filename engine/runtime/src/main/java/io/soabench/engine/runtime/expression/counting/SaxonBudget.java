package io.soabench.engine.runtime.expression.counting;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import net.sf.saxon.PreparedStylesheet;
import net.sf.saxon.expr.ArithmeticExpression;
import net.sf.saxon.expr.Assignation;
import net.sf.saxon.expr.AtomicSequenceConverter;
import net.sf.saxon.expr.AxisExpression;
import net.sf.saxon.expr.BinaryExpression;
import net.sf.saxon.expr.CastingExpression;
import net.sf.saxon.expr.Component;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.GeneralComparison;
import net.sf.saxon.expr.LetExpression;
import net.sf.saxon.expr.Literal;
import net.sf.saxon.expr.Operand;
import net.sf.saxon.expr.PseudoExpression;
import net.sf.saxon.expr.SimpleStepExpression;
import net.sf.saxon.expr.SystemFunctionCall;
import net.sf.saxon.expr.TailCallLoop;
import net.sf.saxon.expr.UserFunctionCall;
import net.sf.saxon.expr.VariableReference;
import net.sf.saxon.expr.accum.Accumulator;
import net.sf.saxon.expr.accum.AccumulatorRule;
import net.sf.saxon.expr.compat.GeneralComparison10;
import net.sf.saxon.expr.flwor.FLWORExpression;
import net.sf.saxon.expr.flwor.TupleExpression;
import net.sf.saxon.expr.instruct.Actor;
import net.sf.saxon.expr.instruct.Block;
import net.sf.saxon.expr.instruct.Choose;
import net.sf.saxon.expr.instruct.GlobalVariable;
import net.sf.saxon.expr.instruct.Instruction;
import net.sf.saxon.expr.instruct.NamedTemplate;
import net.sf.saxon.expr.instruct.ParentNodeConstructor;
import net.sf.saxon.expr.instruct.TemplateRule;
import net.sf.saxon.expr.instruct.UserFunction;
import net.sf.saxon.functions.hof.UserFunctionReference;
import net.sf.saxon.query.QueryModule;
import net.sf.saxon.query.XQueryExpression;
import net.sf.saxon.query.XQueryFunction;
import net.sf.saxon.style.StylesheetPackage;
import net.sf.saxon.trans.KeyDefinition;
import net.sf.saxon.trans.KeyDefinitionSet;
import net.sf.saxon.trans.Mode;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.AtomicType;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.PlainType;
import net.sf.saxon.value.Cardinality;

/**
 * The counters of expressions that Saxon has compiled. Saxon has no limits of its own. One counter wraps each part that
 * may yield several items; one wraps an argument of each call of a function that the expression declares.
 */
public final class SaxonBudget {
    /** The number of literal values that need no counter. */
    private static final int FEW = 10;

    /** The types for which reading a value takes the square of its length. */
    private static final Set<BuiltInAtomicType> READ = Set.of(
            BuiltInAtomicType.DECIMAL,
            BuiltInAtomicType.INTEGER,
            BuiltInAtomicType.DURATION,
            BuiltInAtomicType.YEAR_MONTH_DURATION,
            BuiltInAtomicType.DAY_TIME_DURATION,
            BuiltInAtomicType.DATE_TIME,
            BuiltInAtomicType.DATE,
            BuiltInAtomicType.TIME,
            BuiltInAtomicType.G_YEAR,
            BuiltInAtomicType.G_YEAR_MONTH);

    private final boolean instructions;
    private final Set<Expression> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Actor> declared = new HashSet<>();
    private final Set<TemplateRule> templates = new HashSet<>();

    /** Makes counters; {@code instructions} is true for style sheets, whose instructions write the items of others. */
    private SaxonBudget(boolean instructions) {
        this.instructions = instructions;
    }

    /** Puts counters into an expression of XPath. */
    public static void count(Expression expression) throws XPathException {
        new SaxonBudget(false).into(expression, false);
    }

    /** Puts counters into a query, its functions and variables. */
    public static void count(XQueryExpression query) throws XPathException {
        SaxonBudget counting = new SaxonBudget(false);
        QueryModule module = query.getMainModule();
        for (XQueryFunction function : module.getGlobalFunctionLibrary().getFunctionDefinitions()) {
            counting.into(function.getUserFunction());
        }
        for (GlobalVariable variable : module.getAllGlobalVariables()) {
            counting.into(variable);
        }
        counting.into(query.getExpression(), false);
    }

    /** Puts counters into a style sheet: into its declarations, and a step into each template. */
    public static void count(PreparedStylesheet sheet) throws XPathException {
        SaxonBudget counting = new SaxonBudget(true);
        StylesheetPackage all = sheet.getTopLevelPackage();
        for (Component component : all.getComponentIndex().values()) {
            counting.into(component.getActor());
        }
        counting.into(all.getRuleManager().getUnnamedMode());
        for (KeyDefinitionSet keys : all.getKeyManager().getAllKeyDefinitionSets()) {
            for (KeyDefinition key : keys.getKeyDefinitions()) {
                counting.into(key.getMatch(), false);
                counting.into(key);
            }
        }
        if (all.getAccumulatorRegistry() != null) {
            for (Accumulator accumulator : all.getAccumulatorRegistry().getAllAccumulators()) {
                counting.into(accumulator.getInitialValueExpression(), false);
                counting.into(accumulator.getPreDescentRules());
                counting.into(accumulator.getPostDescentRules());
            }
        }
    }

    private void into(Mode mode) throws XPathException {
        mode.processRules(rule -> {
            into(rule.getPattern(), false);
            if (rule.getAction() instanceof TemplateRule template && templates.add(template)) {
                into(template.getBody(), false);
                template.setBody(new CountedTemplateBody(template.getBody()));
            } else if (rule.getAction() instanceof AccumulatorRule accumulation) {
                into(accumulation.getNewValueExpression(), false);
            }
        });
    }

    private void into(Actor actor) throws XPathException {
        if (actor instanceof Mode mode) {
            into(mode);
        } else if (actor != null && actor.getBody() != null && declared.add(actor)) {
            into(actor.getBody(), false);
            if (actor instanceof NamedTemplate) {
                actor.setBody(new CountedTemplateBody(actor.getBody()));
            } else if (makesNumber(actor.getBody())) {
                actor.setBody(new CountedExpression(actor.getBody(), CountedExpression.Use.VALUE));
            }
            if (actor instanceof UserFunction function) {
                // The function was prepared without the counters.
                function.computeEvaluationMode();
            }
        }
    }

    /** Puts counters into an expression; {@code copied} is true when its items become the content of an element. */
    private void into(Expression expression, boolean copied) throws XPathException {
        if (expression == null || !seen.add(expression)) {
            return;
        }
        if (expression instanceof UserFunctionCall call) {
            into(call.getFunction());
        }
        if (expression instanceof UserFunctionReference reference) {
            into(reference.getNominalTarget());
        }
        boolean call = expression instanceof UserFunctionCall;
        for (Operand operand : expression.operands()) {
            Expression child = operand.getChildExpression();
            boolean copies = expression instanceof ParentNodeConstructor || (copied && passes(expression));
            into(child, copies);
            boolean node = copies && child instanceof VariableReference;
            boolean counted = call || node || isCallOfNothing(child) || makesText(child) || makesNumber(child);
            boolean read = reads(expression);
            boolean written = instructions && child instanceof Instruction;
            if (!isFixed(operand)
                    && !written
                    && (counted || read || (yieldsSeveral(child) && !(copies && passes(child))))) {
                operand.setChildExpression(new CountedExpression(
                        child,
                        read
                                ? CountedExpression.Use.READING
                                : copies ? CountedExpression.Use.COPY : CountedExpression.Use.VALUE));
                call = false;
            }
        }
        if ((expression instanceof GeneralComparison || expression instanceof GeneralComparison10)
                && expression instanceof BinaryExpression comparison
                && Cardinality.allowsMany(comparison.getLhsExpression().getCardinality())
                && Cardinality.allowsMany(comparison.getRhsExpression().getCardinality())) {
            comparison.getLhs().setChildExpression(CountedComparisonOperand.left(comparison.getLhsExpression()));
            comparison.getRhs().setChildExpression(CountedComparisonOperand.right(comparison.getRhsExpression()));
        }
        if (expression instanceof UserFunctionCall made) {
            made.allocateArgumentEvaluators();
        }
    }

    /** Returns whether the place is for one kind of expression only. */
    private static boolean isFixed(Operand operand) {
        Expression parent = operand.getParentExpression();
        return operand.getOperandRole().isConstrainedClass()
                || operand.getChildExpression() instanceof PseudoExpression
                || (parent instanceof SimpleStepExpression && operand.getChildExpression() instanceof AxisExpression)
                || parent instanceof TupleExpression;
    }

    /**
     * Returns whether an expression may yield several items itself. Expressions that only pass on counted items are
     * excluded, since calls may be last in them.
     */
    private static boolean yieldsSeveral(Expression child) {
        boolean way = child instanceof Choose
                || child instanceof TailCallLoop
                || child instanceof LetExpression
                || child instanceof UserFunctionCall
                || child instanceof Block
                || child instanceof TupleExpression
                || (child instanceof Literal literal
                        && literal.getGroundedValue().getLength() < FEW);
        return !way && Cardinality.allowsMany(child.getCardinality());
    }

    /** Returns whether the items are those of its parts, one after the other, which are counted themselves. */
    private static boolean passes(Expression expression) {
        return expression instanceof Block
                || expression instanceof Assignation
                || expression instanceof Choose
                || expression instanceof FLWORExpression
                || expression instanceof ParentNodeConstructor;
    }

    /** Returns whether a call has no arguments. Such a call is counted itself. */
    private static boolean isCallOfNothing(Expression child) {
        return child instanceof UserFunctionCall call && call.getArity() == 0;
    }

    /** Returns whether it is a function that may make a text longer than those it is given. */
    private static boolean makesText(Expression child) {
        return child instanceof SystemFunctionCall && BuiltInAtomicType.STRING.equals(child.getItemType());
    }

    /** Returns whether it may make a number that has more digits than those it is given. */
    private static boolean makesNumber(Expression child) {
        return child instanceof ArithmeticExpression
                && !BuiltInAtomicType.DOUBLE.equals(child.getItemType())
                && !BuiltInAtomicType.FLOAT.equals(child.getItemType());
    }

    /** Returns whether an expression makes a number or a time of a possible text. */
    private static boolean reads(Expression expression) {
        PlainType target = expression instanceof CastingExpression cast
                ? cast.getTargetPrimitiveType()
                : expression instanceof AtomicSequenceConverter converter ? converter.getRequiredItemType() : null;
        return target instanceof AtomicType type && READ.contains(type.getPrimitiveItemType());
    }
}
