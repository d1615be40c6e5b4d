package io.soabench.front;

import java.nio.charset.StandardCharsets;

/** A message that becomes a SOAP 1.1 fault (SOAP 1.1, section 4.4). */
public final class SoapFault extends Exception {

    private static final long serialVersionUID = 1L;

    /** The side that made the mistake. */
    public enum Code {
        /** The message of the client is wrong. */
        CLIENT("Client"),
        /** The message is right, and was not processed. */
        SERVER("Server"),
        /** The envelope is not one of SOAP 1.1. */
        VERSION("VersionMismatch");

        private final String text;

        Code(String text) {
            this.text = text;
        }
    }

    private final Code code;
    private final String detail;

    /** Creates a fault without detail. */
    public SoapFault(Code code, String sentence) {
        this(code, sentence, "");
    }

    /**
     * Creates a fault with a detail.
     *
     * @param detail serialized elements, well-formed with all their namespaces
     */
    public SoapFault(Code code, String sentence, String detail) {
        super(sentence);
        this.code = code;
        this.detail = detail;
    }

    /** Returns the whole message, to be sent with HTTP status 500. */
    public byte[] envelope() {
        String text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"" + SoapMessage.NAMESPACE
                + "\"><soap:Body><soap:Fault><faultcode>soap:" + code.text + "</faultcode><faultstring>"
                + SoapMessage.escaped(getMessage()) + "</faultstring>"
                + (detail.isEmpty() ? "" : "<detail>" + detail + "</detail>")
                + "</soap:Fault></soap:Body></soap:Envelope>";
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
