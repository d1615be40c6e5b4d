package io.soabench.engine.server.soap;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * The refusal of a message: it is no acceptable SOAP envelope, or no message of the operation. The text is a sentence
 * for its sender.
 */
public final class RefusedSoapException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient QualifiedName header;
    private final transient QualifiedName subcode;

    /** Makes a refusal for a mistake of the sender. */
    public RefusedSoapException(String sentence) {
        this("Client", sentence);
    }

    /** Makes a refusal with a SOAP 1.1 fault code: Client, MustUnderstand or VersionMismatch. */
    public RefusedSoapException(String code, String sentence) {
        this(code, sentence, null, null);
    }

    private RefusedSoapException(String code, String sentence, QualifiedName header, QualifiedName subcode) {
        super(sentence, null, false, false);
        this.code = code;
        this.header = header;
        this.subcode = subcode;
    }

    /** Makes the refusal of a message with an unknown header that must be understood. */
    static RefusedSoapException notUnderstood(QualifiedName header) {
        return new RefusedSoapException(
                "MustUnderstand", "The header '" + header + "' is not understood here.", header, null);
    }

    /**
     * Makes the refusal of a message with wrong headers of WS-Addressing (1.0 SOAP Binding, section 6.4.1; the submission of
     * 2004, section 4.1).
     *
     * @param namespace that of the headers
     */
    public static RefusedSoapException invalidAddressing(String namespace, String sentence) {
        String name =
                namespace.equals(Addressing.SUBMISSION) ? "InvalidMessageInformationHeader" : "InvalidAddressingHeader";
        return new RefusedSoapException("Client", sentence, null, new QualifiedName(namespace, name));
    }

    /**
     * Makes the refusal of a message whose action the operation does not have (WS-Addressing 1.0 SOAP Binding, section 6.4.4; the
     * submission of 2004, section 4.4).
     *
     * @param namespace that of the headers
     */
    public static RefusedSoapException actionNotSupported(String namespace, String sentence) {
        return new RefusedSoapException("Client", sentence, null, new QualifiedName(namespace, "ActionNotSupported"));
    }

    /** Returns the name of the reason, which is more precise than {@link #code}; null if there is none. */
    QualifiedName subcode() {
        return subcode;
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
