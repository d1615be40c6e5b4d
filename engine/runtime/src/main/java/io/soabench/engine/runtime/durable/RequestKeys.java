package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedRequest;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The requests of a durable engine that have a key of their client. A repeated request is not done again: it gets the
 * acknowledgement or the answer of the first one.
 *
 * <p>A request is remembered from its arrival on. After it was done, it is forgotten when its time is over, or when
 * there are too many such requests and it is the oldest. A forgotten request is done again if it is repeated. Requests
 * without an answer are never forgotten.
 *
 * <p>Requests survive a crash: the record by which an instance gets a request has its key, and the answer is recorded
 * before the end of the instance. Source: draft-ietf-httpapi-idempotency-key-header-07.
 *
 * <p>Thread-safe. One lock guards all requests. It is held while an answer is appended to a journal, but never during
 * the work of the disk or a call of a client.
 */
public final class RequestKeys {
    /**
     * The largest number of characters of a key that is remembered as it is. Of a longer one, such as a long MessageID,
     * its checksum is remembered, so that the memory of requests without an answer is bounded by their number.
     */
    static final int MOST_CHARACTERS = 300;

    private static final int FINGERPRINT_BYTES = 16;
    private static final long OWN_BYTES = 400;

    private final Bounds bounds;
    private final EngineClock clock;
    private final Map<Name, KeyedRequest> all = new HashMap<>();

    /** The requests that may be forgotten, in the order in which they were done. */
    private final TreeSet<KeyedRequest> done =
            new TreeSet<>(Comparator.comparingLong(KeyedRequest::doneMs).thenComparingLong(KeyedRequest::order));

    private long doneBytes;
    private long lastOrder;
    private long repeated;
    private long forgotten;

    /**
     * The bounds of the memory of requests that were done.
     *
     * @param time the time for which a request is remembered; zero to remember none
     * @param requests the largest number of requests
     * @param bytes the largest sum of the estimated bytes of keys and answers
     */
    public record Bounds(Duration time, int requests, long bytes) {
        /** The bounds of an engine without other options: a day, 100,000 requests, a sixteenth of the heap. */
        public static final Bounds DEFAULT =
                new Bounds(Duration.ofDays(1), 100_000, Runtime.getRuntime().maxMemory() / 16);

        /** Rejects negative numbers. */
        public Bounds {
            if (time.isNegative() || requests < 0 || bytes < 0) {
                throw new IllegalArgumentException("key-time=" + time.toMillis() + ", max-keys=" + requests
                        + ", max-key-bytes=" + bytes + ": one of them is below zero; raise it");
            }
        }
    }

    /**
     * The name of a request.
     *
     * @param operation the name of the operation, unique in the engine
     * @param key the key of the client, or the checksum of a long one
     */
    record Name(String operation, String key) {
        /** Shortens the key. A shortened key stays the same, so journals may have either form. */
        Name {
            key = shortened(key);
        }
    }

    /** The results of a claim. */
    public enum Result {
        /** The request is new, and is to be done. */
        FIRST,
        /** The request was received before. The client gets the answer of the first one, now or later. */
        REPEATED,
        /** Another request with the same key was received before. */
        OTHER_REQUEST
    }

    /**
     * An answer to the question whether a request is to be done.
     *
     * @param request the request; null unless it is the first one
     */
    public record Claim(Result result, KeyedRequest request) {}

    /** Creates an empty memory. */
    public RequestKeys(Bounds bounds, EngineClock clock) {
        this.bounds = bounds;
        this.clock = clock;
    }

    /** Returns whether requests are remembered at all. */
    public boolean isOn() {
        return !bounds.time().isZero() && bounds.requests() > 0;
    }

    /**
     * Notes a request that a client has sent. A repeated request is answered at once if the first one was.
     *
     * @param operation the name of its operation, see {@link #operation}
     * @param key the key of the client
     * @param isOneWay whether the operation has no answer
     * @param client the client; it is acknowledged or answered unless the result is {@link Result#OTHER_REQUEST}
     */
    public Claim claim(String operation, String key, List<Element> parts, boolean isOneWay, KeyedClient client) {
        Name name = new Name(operation, key);
        String fingerprint = fingerprint(parts);
        Runnable now;
        synchronized (this) {
            forgetOld();
            KeyedRequest known = all.get(name);
            if (known == null) {
                KeyedRequest first = new KeyedRequest(this, name, fingerprint, isOneWay, client, client);
                all.put(name, first);
                return new Claim(Result.FIRST, first);
            }
            now = repetition(known, fingerprint, isOneWay, client);
        }
        return new Claim(give(now), null);
    }

    /**
     * Handles a repeated request like {@link #claim}, but does not remember one whose key is not known.
     *
     * @return null if the key is not known; then the client gets nothing
     */
    public Result repetition(String operation, String key, List<Element> parts, boolean isOneWay, KeyedClient client) {
        Name name = new Name(operation, key);
        String fingerprint = fingerprint(parts);
        Runnable now;
        synchronized (this) {
            forgetOld();
            KeyedRequest known = all.get(name);
            if (known == null) {
                return null;
            }
            now = repetition(known, fingerprint, isOneWay, client);
        }
        return give(now);
    }

    /** Returns what a client of a repeated request gets at once; null if it is another request. The caller holds the lock. */
    private Runnable repetition(KeyedRequest known, String fingerprint, boolean isOneWay, KeyedClient client) {
        if (!known.fingerprint().equals(fingerprint)) {
            return null;
        }
        repeated++;
        return known.join(client, isOneWay);
    }

    /** Gives a client what it gets at once, without the lock. */
    private static Result give(Runnable now) {
        if (now == null) {
            return Result.OTHER_REQUEST;
        }
        now.run();
        return Result.REPEATED;
    }

    /** Returns whether a request with a key is remembered, or has come and is not done yet. */
    public synchronized boolean knows(String operation, String key) {
        forgetOld();
        return all.containsKey(new Name(operation, key));
    }

    /** Returns the form of a key in which it is remembered: the checksum of a long one, and any other key itself. */
    public static String shortened(String key) {
        return key.length() <= MOST_CHARACTERS
                ? key
                : "sha-256 " + HexFormat.of().formatHex(sha256().digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    /** Notes that another replica counts some repeated requests. */
    synchronized void repeatedElsewhere(int count) {
        repeated -= count;
    }

    /** Returns the name of an operation of a deployment, which is the same for all versions of the process. */
    public static String operation(String deployment, ServiceOperation operation) {
        return deployment + '/' + operation.partnerLinkName() + '/' + operation.name();
    }

    /** Returns a checksum of a request, which is equal after the request was recorded and read. */
    static String fingerprint(List<Element> parts) {
        XmlOutput output = new XmlOutput();
        for (Element part : parts) {
            if (part == null) {
                output.raw('-');
            } else {
                output.element(part);
            }
        }
        MessageDigest digest = sha256();
        digest.update(output.array(), 0, output.size());
        return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), FINGERPRINT_BYTES));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    // ---- recovery

    /**
     * Adds a request that was done before the last start of the engine.
     *
     * @param home the journal that has the answer
     * @param number the number of the record of the answer
     * @param doneMs the time at which it was done, in milliseconds since 1970
     */
    synchronized void restore(DurableInstances home, long number, long doneMs, RecordedEvent.Answer answer) {
        Name name = new Name(answer.operation(), answer.key());
        KeyedRequest request = new KeyedRequest(this, name, answer.fingerprint(), false, ReplyTo.NOBODY, Receipt.NONE);
        request.restored(home, number, doneMs, answer.parts(), answer.fault());
        KeyedRequest other = all.get(name);
        if (other != null && other.doneMs() > doneMs) {
            request.forget();
            return;
        }
        if (other != null) {
            forget(other);
        }
        all.put(name, request);
        done(request);
    }

    /**
     * Adds the request of a running instance.
     *
     * @param home the journal of the instance
     * @param replyTo the destination of the answer
     */
    synchronized KeyedRequest received(DurableInstances home, RecordedRequest recorded, ReplyTo replyTo) {
        Name name = new Name(recorded.operation(), recorded.key());
        KeyedRequest known = all.get(name);
        if (known != null && known.isKept()) {
            known.receivedAgain(replyTo, recorded.oneWay());
            return known;
        }
        if (known != null) {
            forget(known);
        }
        KeyedRequest request =
                new KeyedRequest(this, name, recorded.fingerprint(), recorded.oneWay(), replyTo, Receipt.NONE);
        request.received(home, recorded.receivedMs());
        all.put(name, request);
        if (recorded.oneWay()) {
            done(request);
        }
        return request;
    }

    // ---- bounds

    /** Forgets requests that were done too long ago. */
    public synchronized void forgetOld() {
        long lastMs = clock.epochMs() - bounds.time().toMillis();
        while (!done.isEmpty() && done.first().doneMs() <= lastMs) {
            forget(done.first());
        }
    }

    /** Notes that a request may be forgotten from now on; the caller holds the lock. */
    void done(KeyedRequest request) {
        if (done.add(request)) {
            doneBytes += request.bytes();
        }
        while (done.size() > bounds.requests() || doneBytes > bounds.bytes()) {
            forgotten++;
            forget(done.first());
        }
    }

    /** Forgets a request; the caller holds the lock. */
    void forget(KeyedRequest request) {
        all.remove(request.name(), request);
        if (done.remove(request)) {
            doneBytes -= request.bytes();
        }
        request.forget();
    }

    /** Returns the number of a new request; the caller holds the lock. */
    long nextOrder() {
        return ++lastOrder;
    }

    /** Returns the present time in milliseconds since 1970. */
    long nowMs() {
        return clock.epochMs();
    }

    /** Returns the estimated bytes of a request with its answer. */
    static long bytes(Name name, List<Element> parts, Fault fault) {
        long sum = OWN_BYTES + name.operation().length() + name.key().length();
        for (Element part : parts) {
            sum += part == null ? 0 : part.weight();
        }
        if (fault != null) {
            sum += fault.reason().length();
            for (Element part : fault.data()) {
                sum += part.weight();
            }
        }
        return sum;
    }

    /** Returns the number of requests that are remembered, those without an answer included. */
    public synchronized int size() {
        return all.size();
    }

    /** Returns the number of repeated requests, which were not done again. */
    public synchronized long repeated() {
        return repeated;
    }

    /** Returns the number of requests that were forgotten before their time, because there were too many. */
    public synchronized long forgotten() {
        return forgotten;
    }
}
