package io.soabench.engine.server.invoker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A record of whether connections to a partner are kept. One that has sent something nobody asked for cannot be told
 * from one that will do so again, and on a kept connection its second answer would be taken for that of the next call.
 * Thread-safe; trust that is lost does not come back.
 */
final class PartnerTrust {
    private static final System.Logger LOG = System.getLogger(PartnerTrust.class.getName());

    private final String authority;
    private volatile boolean lost;

    private PartnerTrust(String authority) {
        this.authority = authority;
    }

    /** That of all partners, by host and port. Thread-safe. */
    static final class Book {
        private final Map<String, PartnerTrust> partners = new ConcurrentHashMap<>();

        PartnerTrust of(String authority) {
            if (partners.size() >= Invoker.MAX_TEMPLATES) {
                // Addresses may come with messages; who has done nothing need not be remembered.
                partners.values().removeIf(trust -> !trust.lost);
            }
            return partners.computeIfAbsent(authority, PartnerTrust::new);
        }
    }

    boolean isLost() {
        return lost;
    }

    /** The partner has sent something nobody asked for. */
    void lose() {
        if (!lost) {
            lost = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The partner at " + authority + " has sent more than the answer to a call: its connections are not"
                            + " kept any longer, and a call may have got an answer that was not its own.");
        }
    }
}
