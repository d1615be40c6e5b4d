package io.soabench.mock;

import java.nio.charset.StandardCharsets;

/** The faults that mocks answer (SOAP 1.1, section 4.4), as complete envelopes in UTF-8. */
final class SoapFaults {

    private SoapFaults() {}

    /** Returns the fault of a wrong request, which would fail again. */
    static AnswerBytes client(String sentence) {
        return fault("Client", sentence);
    }

    /** Returns the fault of a service that failed on a right request. */
    static AnswerBytes server(String sentence) {
        return fault("Server", sentence);
    }

    /** Returns the fault of an envelope of another version. */
    static AnswerBytes versionMismatch() {
        return fault("VersionMismatch", "this service speaks SOAP 1.1 (namespace " + RequestScanner.SOAP_11 + ")");
    }

    private static AnswerBytes fault(String code, String sentence) {
        return new AnswerBytes(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope xmlns:soapenv=\""
                        + RequestScanner.SOAP_11 + "\"><soapenv:Body><soapenv:Fault><faultcode>soapenv:"
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
