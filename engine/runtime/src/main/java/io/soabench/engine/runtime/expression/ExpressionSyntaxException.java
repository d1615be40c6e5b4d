package io.soabench.engine.runtime.expression;

/** Text that is no XPath 1.0 expression, or names something that does not exist. The message is a sentence. */
public final class ExpressionSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why, in one sentence. */
    public ExpressionSyntaxException(String sentence) {
        super(sentence);
    }
}
