package io.soabench.engine.runtime.expression.budget;

/**
 * A text for regular expressions that fails when it is read too often. With backtracking, an expression may take time
 * that doubles with each character. Used by one thread.
 */
public final class StepCountedText implements CharSequence {
    private final String text;
    private final EvaluationBudget budget;

    public StepCountedText(String text) {
        this(text, new EvaluationBudget(Math.max(EvaluationBudget.MOST_ITEMS, 10L * text.length()), Long.MAX_VALUE));
    }

    private StepCountedText(String text, EvaluationBudget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public int length() {
        return text.length();
    }

    /**
     * Returns a character.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when too many were read
     */
    @Override
    public char charAt(int index) {
        budget.item();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
