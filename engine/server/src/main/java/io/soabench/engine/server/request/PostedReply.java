package io.soabench.engine.server.request;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.soap.SoapVersion;
import java.util.List;

/**
 * The answer owed to a request that wants it elsewhere than on its connection (WS-Addressing 1.0 SOAP Binding, section 5.1): it is
 * posted there, once; when that fails, it is lost and counted as a failed call. Thread-safe.
 *
 * @param invoker posts it
 * @param operation what was asked
 * @param version of SOAP, that of the request
 * @param addressing where answers and faults go; null stands for the connection, which has been answered
 * @param messageId the name of the answer, which no other message has
 */
record PostedReply(
        PartnerInvoker invoker,
        ServiceOperation operation,
        SoapVersion version,
        Addressing addressing,
        String messageId)
        implements ReplyTo {
    @Override
    public void reply(List<Element> parts) {
        post(addressing.replyTo(), parts, null);
    }

    @Override
    public void fault(Fault fault) {
        post(addressing.faultEndpoint(), List.of(), fault);
    }

    private void post(Endpoint to, List<Element> parts, Fault fault) {
        if (to == null || to.isNowhere()) {
            return;
        }
        String action = operation.actionBase() + "Response";
        PartnerOperation answer = new PartnerOperation(
                operation.partnerLink(),
                operation.partnerLinkName(),
                operation.name(),
                version == SoapVersion.V12,
                fault == null ? action : "",
                operation.actionBase(),
                operation.output(),
                null,
                operation.faults());
        invoker.call(PartnerCall.answer(answer, to, parts, fault, messageId));
    }
}
