package io.soabench.engine.server.invoker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The decision whether connections to a partner are kept after a call. A partner that has sent more than one answer to
 * a call may do so again. On a kept connection, its second answer would count as the answer of the next call.
 * Thread-safe. A partner that has lost its trust does not get it back.
 */
final class PartnerTrust {
    private static final System.Logger LOG = System.getLogger(PartnerTrust.class.getName());

    private static final long PAUSE_NS = TimeUnit.MINUTES.toNanos(1);

    private final String authority;
    private final AtomicLong silentUntilNs = new AtomicLong();
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean lost;

    private PartnerTrust(String authority) {
        this.authority = authority;
    }

    /** The decisions about all partners, by host and port. Thread-safe. */
    static final class Table {
        private final Map<String, PartnerTrust> partners = new ConcurrentHashMap<>();

        PartnerTrust of(String authority) {
            if (partners.size() >= Invoker.MAX_TEMPLATES) {
                // Addresses may come with messages. A partner that has not lost its trust needs no entry.
                partners.values().removeIf(trust -> !trust.lost);
            }
            return partners.computeIfAbsent(authority, PartnerTrust::new);
        }
    }

    boolean isLost() {
        return lost;
    }

    /** Notes that TLS to the partner has failed, and logs the reason at most once a minute. */
    void tlsFailed(String reason, long nowNs) {
        long until = silentUntilNs.get();
        boolean first = failed.compareAndSet(false, true);
        if ((first || nowNs - until >= 0) && silentUntilNs.compareAndSet(until, nowNs + PAUSE_NS)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The partner at " + authority + " cannot be called by TLS: " + reason + ".");
        }
    }

    /** Notes that the partner has sent bytes without a call, and logs the first time. */
    void revoke() {
        if (!lost) {
            lost = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The partner at " + authority + " has sent more than the answer to a call: its connections are not"
                            + " kept any longer, and a call may have got an answer that was not its own.");
        }
    }
}
