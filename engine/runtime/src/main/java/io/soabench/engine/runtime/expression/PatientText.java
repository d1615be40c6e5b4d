package io.soabench.engine.runtime.expression;

/**
 * A text for regular expressions that gives up when it is read too often: going back, an expression may take time that doubles with each
 * character. Used by one thread.
 */
final class PatientText implements CharSequence {
    private final String text;
    private final Spending spending;

    PatientText(String text) {
        this(text, new Spending(Math.max(Spending.MOST_ITEMS, 10L * text.length()), Long.MAX_VALUE));
    }

    private PatientText(String text, Spending spending) {
        this.text = text;
        this.spending = spending;
    }

    @Override
    public int length() {
        return text.length();
    }

    /**
     * A character.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when too many were read
     */
    @Override
    public char charAt(int index) {
        spending.item();
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
