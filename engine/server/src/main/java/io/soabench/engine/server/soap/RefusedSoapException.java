package io.soabench.engine.server.soap;

/** A message that is no acceptable SOAP envelope, or not for the operation. The message is a sentence for its sender. */
public final class RefusedSoapException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    /** Because of the sender. */
    public RefusedSoapException(String sentence) {
        this("Client", sentence);
    }

    /** With a SOAP 1.1 fault code: Client, MustUnderstand or VersionMismatch. */
    public RefusedSoapException(String code, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
    }

    /** Local name of the SOAP 1.1 fault code. */
    public String code() {
        return code;
    }
}
