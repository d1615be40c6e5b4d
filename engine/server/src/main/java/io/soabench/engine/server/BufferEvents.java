package io.soabench.engine.server;

/**
 * A switch for Netty's events in Java Flight Recorder about its buffers. To be able to, it loads the recorder with the
 * first buffer, a twentieth of the time to the first answer; an engine does it only when asked to.
 */
final class BufferEvents {

    private static final String ENABLED = "io.netty.jfr.enabled";

    private BufferEvents() {}

    /** Switches it off, unless the property {@code io.netty.jfr.enabled} says something; before the first class of Netty is loaded. */
    static void unlessAskedFor() {
        if (System.getProperty(ENABLED) == null) {
            System.setProperty(ENABLED, "false");
        }
    }
}
