package io.soabench.engine.runtime.expression;

/**
 * The refusal of a text that is not an XPath 1.0 expression, or names something that does not exist. The message is a
 * sentence.
 */
public final class ExpressionSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes a refusal with its reason in one sentence. */
    public ExpressionSyntaxException(String sentence) {
        super(sentence);
    }
}
