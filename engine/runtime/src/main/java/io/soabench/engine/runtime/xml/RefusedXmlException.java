package io.soabench.engine.runtime.xml;

/** Bytes that are not acceptable XML: not well-formed, with a document type, or beyond a limit. The message is a sentence. */
public final class RefusedXmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why, in one sentence meant for the sender of the document. */
    public RefusedXmlException(String sentence) {
        // No stack trace: hostile input must be cheap to refuse.
        super(sentence, null, false, false);
    }
}
