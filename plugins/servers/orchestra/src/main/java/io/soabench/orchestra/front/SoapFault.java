package io.soabench.orchestra.front;

import java.nio.charset.StandardCharsets;

/** A message that becomes a SOAP 1.1 fault (SOAP 1.1, section 4.4). */
final class SoapFault extends Exception {

    private static final long serialVersionUID = 1L;

    /** Whose mistake it was. */
    enum Code {
        CLIENT("Client"),
        SERVER("Server"),
        VERSION("VersionMismatch");

        private final String text;

        Code(String text) {
            this.text = text;
        }
    }

    private final Code code;
    private final String detail;

    SoapFault(Code code, String sentence) {
        this(code, sentence, "");
    }

    /**
     * A fault with more than a sentence.
     *
     * @param detail serialized elements, well-formed with all their namespaces
     */
    SoapFault(Code code, String sentence, String detail) {
        super(sentence);
        this.code = code;
        this.detail = detail;
    }

    /** The whole message, to be sent with HTTP status 500. */
    byte[] envelope() {
        String text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"" + SoapMessage.NAMESPACE
                + "\"><soap:Body><soap:Fault><faultcode>soap:" + code.text + "</faultcode><faultstring>"
                + SoapMessage.escaped(getMessage()) + "</faultstring>"
                + (detail.isEmpty() ? "" : "<detail>" + detail + "</detail>")
                + "</soap:Fault></soap:Body></soap:Envelope>";
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
