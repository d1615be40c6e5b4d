package io.soabench.load.record;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** File descriptors of this process; each connection of the event loop takes one. */
public final class Descriptors {

    /** The descriptors that are kept for files, pipes and libraries. */
    static final long RESERVE = 100;

    private Descriptors() {}

    /** Returns how many connections can be opened; {@link Integer#MAX_VALUE} where the system sets no limit that is known. */
    public static int forConnections() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return forConnections(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount());
        }
        return Integer.MAX_VALUE;
    }

    static int forConnections(long limit, long open) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, limit - open - RESERVE));
    }
}
