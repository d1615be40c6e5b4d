package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.kernel.PartnerCall;

/** A call in the invoker: waiting for a connection or for its answer. Linked in order of deadline. */
final class PendingCall {
    final PartnerCall call;
    final long deadlineNs;
    CallTemplate template;
    long submittedNs;
    PartnerConnection connection;
    boolean redirected;
    boolean done;
    PendingCall earlier;
    PendingCall later;

    PendingCall(PartnerCall call, CallTemplate template, long submittedNs, long timeoutNs) {
        this.call = call;
        this.template = template;
        this.submittedNs = submittedNs;
        this.deadlineNs = submittedNs + timeoutNs;
    }

    /** Where it was to go; empty when that is not known yet. */
    String address() {
        return template == null ? "" : template.address;
    }
}
