package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * The refusal of a message: it is no acceptable SOAP envelope, or no message of the operation. The text is a sentence
 * for its sender.
 */
public final class RefusedSoapException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient QualifiedName header;

    /** Makes a refusal for a mistake of the sender. */
    public RefusedSoapException(String sentence) {
        this("Client", sentence);
    }

    /** Makes a refusal with a SOAP 1.1 fault code: Client, MustUnderstand or VersionMismatch. */
    public RefusedSoapException(String code, String sentence) {
        this(code, sentence, null);
    }

    private RefusedSoapException(String code, String sentence, QualifiedName header) {
        super(sentence, null, false, false);
        this.code = code;
        this.header = header;
    }

    /** Makes the refusal of a message with an unknown header that must be understood. */
    static RefusedSoapException notUnderstood(QualifiedName header) {
        return new RefusedSoapException(
                "MustUnderstand", "The header '" + header + "' is not understood here.", header);
    }

    /** Returns the header that is not understood; null if the reason is another one. */
    QualifiedName header() {
        return header;
    }

    /** Returns whether the message itself is wrong. Otherwise, it expects something that the engine does not do. */
    public boolean isSendersMistake() {
        return code.equals("Client");
    }

    /** Returns the local name of the SOAP 1.1 fault code. */
    public String code() {
        return code;
    }
}
