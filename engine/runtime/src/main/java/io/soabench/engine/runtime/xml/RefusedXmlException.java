package io.soabench.engine.runtime.xml;

/**
 * The refusal of bytes that are not acceptable XML: not well-formed, with a document type, or beyond a limit. The
 * message is a sentence.
 */
public final class RefusedXmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes a refusal with its reason, a sentence for the sender of the document. */
    public RefusedXmlException(String sentence) {
        // No stack trace: hostile input must be cheap to refuse.
        super(sentence, null, false, false);
    }
}
