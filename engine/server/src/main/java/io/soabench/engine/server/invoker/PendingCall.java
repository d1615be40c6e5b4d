package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.kernel.PartnerCall;

/**
 * A call in the invoker. It waits for a connection or for its answer. The pending calls of an event loop form a list in
 * the order of their deadlines. Belongs to that loop.
 */
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

    /** Returns the address of the call; empty if it is not known yet. */
    String address() {
        return template == null ? "" : template.address;
    }
}
