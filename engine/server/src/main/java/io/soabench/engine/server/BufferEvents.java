package io.soabench.engine.server;

/**
 * A switch for Netty's events in Java Flight Recorder about its buffers. With these events, Netty loads the recorder
 * when it makes its first buffer. That takes a twentieth of the time to the first answer, so the events are off unless
 * a user asks for them.
 */
final class BufferEvents {

    private static final String ENABLED = "io.netty.jfr.enabled";

    private BufferEvents() {}

    /**
     * Stops Netty from loading the recorder, unless the property {@code io.netty.jfr.enabled} is set. Must be called
     * before the first class of Netty is loaded.
     */
    static void unlessAskedFor() {
        if (System.getProperty(ENABLED) == null) {
            System.setProperty(ENABLED, "false");
        }
    }
}
