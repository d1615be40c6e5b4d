package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapScratch;
import java.util.List;

/** What a partner's HTTP response means for the call. */
final class AnswerReading {
    private AnswerReading() {}

    /**
     * The end of a call.
     *
     * @param parts the answer, or null when it failed
     * @param fault why it failed, or null
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
        boolean good = status / 100 == 2;
        if (good && operation.isOneWay()) {
            return new Answer(List.of(), null);
        }
        boolean mayHoldFault = status == 500 || status == 400;
        if (response.bodyLength() == 0 || !(good || mayHoldFault)) {
            return failure(operation, "answered with HTTP status " + status);
        }
        try {
            SoapReader.Envelope envelope =
                    SoapScratch.ofThread().reader().read(response.array(), response.bodyStart(), response.bodyLength());
            if (envelope.isFault()) {
                return new Answer(
                        null,
                        SoapParts.fault(
                                envelope.version(), envelope.payload(), operation.faults(), partner(operation)));
            }
            if (!good) {
                return failure(operation, "answered with HTTP status " + status);
            }
            return new Answer(SoapParts.read(operation.output(), envelope.payload()), null);
        } catch (RefusedSoapException e) {
            return failure(
                    operation, "answered with HTTP status " + status + " and no acceptable SOAP: " + e.getMessage());
        }
    }
}
