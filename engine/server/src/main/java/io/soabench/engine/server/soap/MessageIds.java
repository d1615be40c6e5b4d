package io.soabench.engine.server.soap;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The source of identifiers for messages that do not come from an activity: answers to requests with WS-Addressing
 * headers. Thread-safe. Partner calls have identifiers of their own, see
 * {@link io.soabench.engine.runtime.kernel.PartnerCall#messageId}.
 */
public final class MessageIds {
    private final String engine;
    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    /**
     * Makes the identifiers of an engine that is not durable.
     *
     * @param engine a name that no other engine has, of letters, digits and hyphens
     */
    public MessageIds(String engine) {
        this(engine, "");
    }

    /**
     * Makes the identifiers of one start of an engine.
     *
     * @param engine a name that no other engine has, of letters, digits and hyphens
     * @param start letters and digits that no other start of the engine has; empty for an engine that is not durable
     */
    public MessageIds(String engine, String start) {
        this.engine = engine;
        this.prefix = "urn:soabench:" + engine + ":answer:" + (start.isEmpty() ? "" : start + ":");
    }

    /** Returns the name of the engine. */
    public String engine() {
        return engine;
    }

    /** Returns an identifier that no other message has: a URI. */
    public String next() {
        return prefix + last.incrementAndGet();
    }
}
