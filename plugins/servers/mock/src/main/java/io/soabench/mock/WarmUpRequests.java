package io.soabench.mock;

import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.MockRequest;
import io.soabench.plan.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The requests of a warm-up: whole HTTP requests for every operation of every service. */
final class WarmUpRequests {

    /** Identifiers that no trace has. */
    private static final List<String> UNKNOWN = List.of("-rehearsal.2.1", "-rehearsal.2.2");

    /** The interval of lines that are requested as in a second lap of their trace. */
    private static final int LAPS = 4;

    private WarmUpRequests() {}

    /**
     * Returns all requests of a round: each operation with each identifier.
     *
     * @param base path under which the host has its services
     * @param authority {@code HOST:PORT} of the host
     */
    static List<byte[]> of(MockServices services, String base, String authority) {
        List<String> uiids = new ArrayList<>(UNKNOWN);
        for (int line = 0; line < WarmUpTrace.LINES; line++) {
            uiids.add(WarmUpTrace.uiid(line) + (line % LAPS == LAPS - 1 ? "~2" : ""));
        }
        List<byte[]> requests = new ArrayList<>();
        for (String uiid : uiids) {
            for (MockService service : services.all()) {
                MockPlan plan = service.folder().plan();
                for (MockOperation operation : plan.operations()) {
                    requests.add(request(base + '/' + service.path(), authority, plan, operation, uiid));
                }
            }
        }
        return requests;
    }

    private static byte[] request(String path, String authority, MockPlan plan, MockOperation operation, String uiid) {
        UiidSource source = plan.uiid();
        SoapVersion soap = plan.soapVersion();
        String message = MockRequest.envelope(soap, source, operation, uiid);
        String header = source.kind() == UiidSource.Kind.HEADER ? source.header() + ": " + uiid + "\r\n" : "";
        return ("POST " + path + " HTTP/1.1\r\nHost: " + authority
                        + "\r\nContent-Type: " + soap.contentType(operation.soapAction())
                        + (soap.actionInType() ? "" : "\r\nSOAPAction: \"" + operation.soapAction() + '"')
                        + "\r\n" + header + "Content-Length: " + message.getBytes(StandardCharsets.UTF_8).length
                        + "\r\n\r\n" + message)
                .getBytes(StandardCharsets.UTF_8);
    }
}
