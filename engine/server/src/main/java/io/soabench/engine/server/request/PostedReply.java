package io.soabench.engine.server.request;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.soap.SoapVersion;
import java.util.List;

/**
 * The answer to a request that wants it at another place than on its connection (WS-Addressing 1.0 SOAP Binding,
 * section 5.1). It is posted there once. If that fails, the answer is lost and counted as a failed call. Thread-safe.
 *
 * @param invoker sends the answer
 * @param operation the operation of the request
 * @param version the version of SOAP of the request
 * @param addressing the addresses for answers and faults; null stands for the connection, which has its acknowledgement
 *     already
 * @param messageId the identifier of the answer, which no other message has
 * @param posted called when the receiver has accepted the answer
 */
record PostedReply(
        PartnerInvoker invoker,
        ServiceOperation operation,
        SoapVersion version,
        Addressing addressing,
        String messageId,
        Runnable posted)
        implements ReplyTo {
    /** Creates an answer whose acceptance is not reported. */
    PostedReply(
            PartnerInvoker invoker,
            ServiceOperation operation,
            SoapVersion version,
            Addressing addressing,
            String messageId) {
        this(invoker, operation, version, addressing, messageId, () -> {});
    }

    /**
     * Returns the answer to a request that a previous start of the engine has received.
     *
     * @param form the result of {@link #form} at that time
     */
    static PostedReply again(PartnerInvoker invoker, ServiceOperation operation, Addressing addressing, String form) {
        String[] words = form.split(" ", 2);
        SoapVersion version = words[0].equals(SoapVersion.V12.name()) ? SoapVersion.V12 : SoapVersion.V11;
        return new PostedReply(invoker, operation, version, addressing, words[1]);
    }

    @Override
    public ReplyTo whenPosted(Runnable listener) {
        return new PostedReply(invoker, operation, version, addressing, messageId, listener);
    }

    @Override
    public String form() {
        return version.name() + " " + messageId;
    }

    @Override
    public InboundMessage request() {
        return new InboundMessage(operation, List.of(), this, Receipt.NONE, addressing);
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
                action,
                operation.actionBase(),
                operation.output(),
                null,
                operation.faults());
        invoker.call(PartnerCall.answer(answer, to, parts, fault, messageId, posted));
    }
}
