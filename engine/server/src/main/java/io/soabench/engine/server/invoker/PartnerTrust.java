package io.soabench.engine.server.invoker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The decision whether connections to a partner are kept after a call. A partner that has sent more than one answer to
 * a call may do so again. On a kept connection, its second answer would count as the answer of the next call.
 * Thread-safe. A partner that has lost its trust does not get it back.
 */
final class PartnerTrust {
    private static final System.Logger LOG = System.getLogger(PartnerTrust.class.getName());

    private final String authority;
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
