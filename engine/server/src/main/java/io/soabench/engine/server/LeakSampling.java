package io.soabench.engine.server;

import io.netty.util.ResourceLeakDetector;

/**
 * A switch for Netty's search for buffers that nobody releases. It takes a stack trace for one buffer in 128, which was
 * 1.8 % of the engine's processor time; an engine that is measured does it only when asked to.
 */
final class LeakSampling {

    private static final String LEVEL = "io.netty.leakDetection.level";

    private LeakSampling() {}

    /** Switches it off, unless the property {@code io.netty.leakDetection.level} names a level; before the first buffer is made. */
    static void unlessAskedFor() {
        if (System.getProperty(LEVEL) == null) {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        }
    }
}
