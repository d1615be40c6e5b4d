package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.journal.record.RecordedMessage;
import io.soabench.engine.runtime.journal.record.RecordedRequest;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests with keys that the records of one instance have.
 *
 * <p>Threading: one thread.
 */
final class ReceivedRequests {
    private final RequestKeys keys;
    private final DurableInstances home;
    private final Deployment deployment;
    private final List<KeyedRequest> found = new ArrayList<>();

    /** The requests of a snapshot for which no message was met, by their names. */
    private final Map<RequestKeys.Name, RecordedRequest> ofSnapshot = new LinkedHashMap<>();

    /**
     * Creates an empty list.
     *
     * @param home the journal of the instance
     */
    ReceivedRequests(RequestKeys keys, DurableInstances home, Deployment deployment) {
        this.keys = keys;
        this.home = home;
        this.deployment = deployment;
    }

    /** Returns the requests that were found. */
    List<KeyedRequest> found() {
        return List.copyOf(found);
    }

    /**
     * Returns the request of a recorded message, whose key is not null.
     *
     * @param replyTo the destination of its answer
     * @param receivedMs the time at which the instance got it, in milliseconds since 1970
     */
    KeyedRequest request(ServiceOperation operation, RecordedMessage message, ReplyTo replyTo, long receivedMs) {
        return add(
                new RecordedRequest(
                        RequestKeys.operation(deployment.name(), operation),
                        message.key(),
                        RequestKeys.fingerprint(message.parts()),
                        receivedMs,
                        operation.isOneWay()),
                replyTo);
    }

    private KeyedRequest add(RecordedRequest recorded, ReplyTo replyTo) {
        KeyedRequest request = keys.received(home, recorded, replyTo);
        found.add(request);
        return request;
    }

    /** Notes the requests of a snapshot. */
    void begin(List<RecordedRequest> recorded) {
        recorded.forEach(request -> ofSnapshot.put(new RequestKeys.Name(request.operation(), request.key()), request));
    }

    /**
     * Returns the request of a message in a snapshot; null if the snapshot does not have it, so that its answer is
     * recorded or not needed.
     */
    KeyedRequest ofSnapshot(ServiceOperation operation, String key, ReplyTo replyTo) {
        RecordedRequest recorded =
                ofSnapshot.remove(new RequestKeys.Name(RequestKeys.operation(deployment.name(), operation), key));
        return recorded == null ? null : add(recorded, replyTo);
    }

    /** Adds the other requests of the snapshot, which the instance has taken and does not answer. */
    void end() {
        ofSnapshot.values().forEach(recorded -> add(recorded, ReplyTo.NOBODY));
        ofSnapshot.clear();
    }
}
