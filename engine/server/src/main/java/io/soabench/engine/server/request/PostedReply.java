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
    /**
     * Returns the answer that is owed to a request of an earlier life of the engine.
     *
     * @param form the result of {@link #form} then
     */
    static PostedReply again(PartnerInvoker invoker, ServiceOperation operation, Addressing addressing, String form) {
        String[] words = form.split(" ", 2);
        SoapVersion version = words[0].equals(SoapVersion.V12.name()) ? SoapVersion.V12 : SoapVersion.V11;
        return new PostedReply(invoker, operation, version, addressing, words[1]);
    }

    @Override
    public String form() {
        return version.name() + " " + messageId;
    }

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
