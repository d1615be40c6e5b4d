package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.StandardFault;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that one instance has received and not replied to (WS-BPEL 2.0, section 10.4.1).
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class OpenRequests {
    private final Instance instance;
    private final List<Request> requests = new ArrayList<>(1);

    OpenRequests(Instance instance) {
        this.instance = instance;
    }

    /** A request without a reply, with its addressing properties; null for none. */
    private record Request(Exchange exchange, ReplyTo replyTo, Addressing addressing) {
        long bytes() {
            return addressing == null ? 0 : addressing.weight();
        }
    }

    /** Returns the number of open requests. */
    int size() {
        return requests.size();
    }

    /**
     * Adds a request, which stays open until it gets its reply.
     *
     * @param exchange its message exchange
     * @param message the message, of which only the destination of the reply and the addressing are kept
     * @return false when a request of the same exchange is open already
     */
    public boolean open(Exchange exchange, InboundMessage message) {
        for (Request request : requests) {
            if (request.exchange().equals(exchange)) {
                return false;
            }
        }
        Request request = new Request(exchange, message.replyTo(), message.addressing());
        requests.add(request);
        instance.memory().addUnchecked(request.bytes());
        return true;
    }

    /** Writes the requests in their order. */
    void write(StateWriter snapshot) {
        snapshot.number(requests.size());
        for (Request request : requests) {
            snapshot.message(new InboundMessage(
                    operation(request.exchange().operation()),
                    List.of(),
                    request.replyTo(),
                    Receipt.NONE,
                    request.addressing()));
            snapshot.number(request.exchange().number());
            snapshot.scope(request.exchange().holder());
            snapshot.scope(request.exchange().link());
        }
    }

    private ServiceOperation operation(int index) {
        return instance.deployment().program().provided().stream()
                .filter(operation -> operation.index() == index)
                .findFirst()
                .orElseThrow();
    }

    /** Reads the requests. */
    void read(StateReader snapshot) {
        for (int count = snapshot.count(); count > 0; count--) {
            InboundMessage message = snapshot.message();
            int number = snapshot.integer();
            ScopeInstance holder = snapshot.presentScope();
            Exchange exchange = new Exchange(message.operation().index(), number, holder, snapshot.presentScope());
            requests.add(new Request(exchange, message.replyTo(), message.addressing()));
        }
    }

    /**
     * Removes the open request of an exchange.
     *
     * @return the destination of the reply; null when no such request is open
     */
    public ReplyTo take(Exchange exchange) {
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).exchange().equals(exchange)) {
                return close(i);
            }
        }
        return null;
    }

    /** Returns whether a request is open whose message exchange or partner link ends with a scope. */
    public boolean anyEndsWith(ScopeInstance scope) {
        for (Request request : requests) {
            if (request.exchange().endsWith(scope)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses the requests whose message exchange or partner link ends with a scope. For the scope of the process this
     * does nothing, because the end of the instance refuses its requests.
     */
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

    /** Reports to a recorder the answers that the end of the instance gives to all open requests. */
    void report(Recorder recorder, Outcome outcome) {
        for (Request request : requests) {
            recorder.answers(request.replyTo(), List.of(), outcome.ofOpenRequest());
        }
    }

    /**
     * Refuses all open requests, because the instance has ended. After an error, a further call goes on with the next
     * request.
     */
    void refuseAll(Outcome outcome) {
        while (!requests.isEmpty()) {
            instance.refuse(requests.remove(0).replyTo(), outcome.ofOpenRequest());
        }
    }
}
