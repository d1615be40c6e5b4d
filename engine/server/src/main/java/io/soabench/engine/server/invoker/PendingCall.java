package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.kernel.PartnerCall;

/** A call in the invoker: waiting for a connection or for its answer. Linked in order of deadline. */
final class PendingCall {
    final PartnerCall call;
    final CallTemplate template;
    final long submittedNs;
    final long deadlineNs;
    PartnerConnection connection;
    boolean done;
    PendingCall earlier;
    PendingCall later;

    PendingCall(PartnerCall call, CallTemplate template, long submittedNs, long timeoutNs) {
        this.call = call;
        this.template = template;
        this.submittedNs = submittedNs;
        this.deadlineNs = submittedNs + timeoutNs;
    }
}
