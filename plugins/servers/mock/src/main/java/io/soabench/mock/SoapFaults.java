package io.soabench.mock;

import io.soabench.plan.SoapVersion;
import java.nio.charset.StandardCharsets;

/** The faults that mocks answer (SOAP 1.1, section 4.4; SOAP 1.2 part 1, section 5.4), as complete envelopes in UTF-8. */
final class SoapFaults {

    private SoapFaults() {}

    /** Returns the fault of a wrong request, which would fail again. */
    static AnswerBytes client(SoapVersion soap, String sentence) {
        return soap == SoapVersion.SOAP_12 ? fault12("Sender", sentence) : fault11("Client", sentence);
    }

    /** Returns the fault of a service that failed on a right request. */
    static AnswerBytes server(SoapVersion soap, String sentence) {
        return soap == SoapVersion.SOAP_12 ? fault12("Receiver", sentence) : fault11("Server", sentence);
    }

    /** Returns the fault of an envelope of another version: in SOAP 1.1, which clients of both versions read (SOAP 1.2 part 1, appendix A). */
    static AnswerBytes versionMismatch(SoapVersion soap) {
        return fault11(
                "VersionMismatch",
                "this service speaks SOAP " + soap.number() + " (namespace " + soap.namespace() + ")");
    }

    private static AnswerBytes fault12(String code, String sentence) {
        return new AnswerBytes(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope xmlns:soapenv=\""
                        + SoapVersion.SOAP_12.namespace()
                        + "\"><soapenv:Body><soapenv:Fault><soapenv:Code><soapenv:Value>"
                        + "soapenv:" + code
                        + "</soapenv:Value></soapenv:Code><soapenv:Reason><soapenv:Text xml:lang=\"en\">"
                        + escaped(sentence) + "</soapenv:Text></soapenv:Reason></soapenv:Fault></soapenv:Body>"
                        + "</soapenv:Envelope>")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static AnswerBytes fault11(String code, String sentence) {
        return new AnswerBytes(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope xmlns:soapenv=\""
                        + SoapVersion.SOAP_11.namespace() + "\"><soapenv:Body><soapenv:Fault><faultcode>soapenv:"
                        + code + "</faultcode><faultstring>" + escaped(sentence)
                        + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>")
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the text as XML character data; characters that XML 1.0 does not have become {@code ?}. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean allowed =
                            c == '\t' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF && !(c >= 0xD800 && c <= 0xDFFF));
                    escaped.appendCodePoint(allowed ? c : '?');
                }
            }
        });
        return escaped.toString();
    }
}
