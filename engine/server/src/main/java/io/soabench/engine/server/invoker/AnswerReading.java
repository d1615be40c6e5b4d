package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapHeaders;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapVersion;
import java.util.List;

/**
 * The meaning of a partner's HTTP response for a call. An envelope with status 200 is the answer, and a SOAP fault with
 * status 500 is that fault. Any other response is a partner failure (WS-I Basic Profile 1.1, R1107, R1111, R1126). For
 * a one-way call, each status 2xx is a success (R1112). No state.
 */
final class AnswerReading {
    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int FAILED = 500;
    private static final String MULTIPART = "multipart/";

    private AnswerReading() {}

    /**
     * The end of a call: parts or a fault.
     *
     * @param parts the parts of the answer; null if the call failed
     * @param fault the reason of the failure; null if the call did not fail
     */
    record Answer(List<Element> parts, Fault fault) {}

    static Answer failure(PartnerOperation operation, String what) {
        return new Answer(null, StandardFault.PARTNER_FAILURE.because(partner(operation) + " " + what + "."));
    }

    private static String partner(PartnerOperation operation) {
        return "Partner '" + operation.partnerLinkName() + "', operation '" + operation.name() + "',";
    }

    static Answer read(PartnerOperation operation, HttpParser response) {
        int status = response.status();
        if (operation.isOneWay() && status / 100 == 2) {
            // The content of the response is ignored (R2750).
            return new Answer(List.of(), null);
        }
        boolean mayHoldFault = status == FAILED || status == BAD;
        if (response.bodyLength() == 0 || !(status == OK || mayHoldFault)) {
            return failure(operation, "answered with HTTP status " + status);
        }
        if (!response.contentEncoding().isEmpty()) {
            return failure(
                    operation,
                    "answered with HTTP status " + status + " and Content-Encoding '" + response.contentEncoding()
                            + "', which the engine did not ask for and does not read");
        }
        if (response.contentType().regionMatches(true, 0, MULTIPART, 0, MULTIPART.length())) {
            return failure(
                    operation,
                    "answered with HTTP status " + status
                            + " and a multipart message (MTOM, SOAP with attachments), which the engine does not read");
        }
        try {
            SoapReader.Envelope envelope = SoapScratch.ofThread()
                    .reader()
                    .read(response.array(), response.bodyStart(), response.bodyLength(), response.contentType());
            // A status of 400 comes with a sender's fault in SOAP 1.2 alone (part 2, section 7.5.2.2).
            if (envelope.isFault()) {
                envelope.requireOneElement();
            }
            if (envelope.isFault() && (status != BAD || envelope.version() == SoapVersion.V12)) {
                SoapHeaders.check(envelope, operation.output());
                return new Answer(
                        null,
                        SoapParts.fault(
                                envelope.version(), envelope.payload(), operation.faults(), partner(operation)));
            }
            if (status != OK) {
                return failure(operation, "answered with HTTP status " + status);
            }
            return new Answer(SoapParts.read(operation.output(), envelope), null);
        } catch (RefusedSoapException e) {
            return failure(
                    operation, "answered with HTTP status " + status + " and no acceptable SOAP: " + e.getMessage());
        }
    }
}
