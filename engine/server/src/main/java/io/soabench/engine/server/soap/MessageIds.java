package io.soabench.engine.server.soap;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The names of messages that no frame of an instance sends: of answers to requests with WS-Addressing headers. Thread-safe.
 * Partner calls have names of their own, see {@link io.soabench.engine.runtime.kernel.PartnerCall#messageId}.
 */
public final class MessageIds {
    private final String engine;
    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    /**
     * Names of an engine's messages.
     *
     * @param engine a name that no other engine has, of letters, digits and hyphens
     */
    public MessageIds(String engine) {
        this(engine, "");
    }

    /**
     * Names of the messages of one life of an engine.
     *
     * @param engine a name that no other engine has, of letters, digits and hyphens
     * @param life letters and digits that no other life of it has; empty for an engine that has one life
     */
    public MessageIds(String engine, String life) {
        this.engine = engine;
        this.prefix = "urn:soabench:" + engine + ":answer:" + (life.isEmpty() ? "" : life + ":");
    }

    /** Returns the name of the engine. */
    public String engine() {
        return engine;
    }

    /** Returns a name that no other message has: a URI. */
    public String next() {
        return prefix + last.incrementAndGet();
    }
}
