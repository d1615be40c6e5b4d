package io.soabench.engine.server.batch;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The resources that this virtual machine has used until a moment. Immutable.
 *
 * @param cpuNs the processor time of all its threads, in nanoseconds; -1 if unknown
 * @param gcCount the number of collections
 * @param gcMs the time in milliseconds in which collectors have stopped it, or report work
 */
public record Usage(long cpuNs, long gcCount, long gcMs) {
    /**
     * The end of the names of collectors that run beside the program. Their times are left out, as the program is not
     * stopped in them.
     */
    private static final String CONCURRENT = "Cycles";

    /** Returns the usage until now. */
    public static Usage now() {
        long count = 0;
        long ms = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (!collector.getName().endsWith(CONCURRENT)) {
                count += Math.max(0, collector.getCollectionCount());
                ms += Math.max(0, collector.getCollectionTime());
            }
        }
        return new Usage(processorNs(), count, ms);
    }

    private static long processorNs() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }
}
