package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.List;

/** Requests that one instance has received and not replied to (WS-BPEL 2.0, section 10.4.1). Belongs to the owner of the instance. */
public final class OpenRequests {
    private final Instance instance;
    private final List<Request> requests = new ArrayList<>(1);

    OpenRequests(Instance instance) {
        this.instance = instance;
    }

    /** A request whose reply is still owed; bytes of what says where it goes. */
    private record Request(Exchange exchange, ReplyTo replyTo, long bytes) {}

    /** How many there are. */
    int size() {
        return requests.size();
    }

    /**
     * Remembers a request until it is replied to.
     *
     * @param bytes of what says where the reply goes
     * @return whether there was none like it open
     */
    public boolean open(Exchange exchange, ReplyTo replyTo, long bytes) {
        for (Request request : requests) {
            if (request.exchange().equals(exchange)) {
                return false;
            }
        }
        requests.add(new Request(exchange, replyTo, bytes));
        instance.memory().addUnchecked(bytes);
        return true;
    }

    /**
     * Takes the open request of an exchange.
     *
     * @return where the reply goes, or null when nothing is open
     */
    public ReplyTo take(Exchange exchange) {
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).exchange().equals(exchange)) {
                return close(i);
            }
        }
        return null;
    }

    /** Whether a request is open whose exchange or partner link ends with a scope. */
    public boolean anyEndsWith(ScopeInstance scope) {
        for (Request request : requests) {
            if (request.exchange().endsWith(scope)) {
                return true;
            }
        }
        return false;
    }

    /** Refuses the requests whose exchange or partner link ends with a scope; the process's end does so itself. */
    public void refuseUnlessRoot(ScopeInstance scope) {
        if (scope.parent() == null) {
            return;
        }
        for (int i = requests.size() - 1; i >= 0; i--) {
            if (requests.get(i).exchange().endsWith(scope)) {
                instance.fault(
                        close(i),
                        StandardFault.MISSING_REPLY.because("The scope of the request ended without replying."));
            }
        }
    }

    private ReplyTo close(int index) {
        Request request = requests.remove(index);
        instance.memory().remove(request.bytes());
        return request.replyTo();
    }

    /** Refuses all, because the instance has ended; goes on where it was when an error has cut it short. */
    void refuseAll(Outcome outcome) {
        while (!requests.isEmpty()) {
            instance.refuse(requests.remove(0).replyTo(), outcome.ofOpenRequest());
        }
    }
}
