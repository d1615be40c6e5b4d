package io.soabench.load.record;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * The resources that this process has used since it was started.
 *
 * @param cpuNs processor time in nanoseconds
 * @param gcPauseMs time in garbage collection, without the part that runs beside the program, in milliseconds
 */
public record ResourceUsage(long cpuNs, long gcPauseMs) {

    /** Reads the usage now. */
    public static ResourceUsage now() {
        long pauseMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (!collector.getName().contains("Cycles") && !collector.getName().contains("Concurrent")) {
                pauseMs += Math.max(0, collector.getCollectionTime());
            }
        }
        long cpuNs =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getProcessCpuTime()
                        : 0;
        return new ResourceUsage(cpuNs, pauseMs);
    }

    /** Returns the usage since an earlier reading. */
    public ResourceUsage since(ResourceUsage earlier) {
        return new ResourceUsage(cpuNs - earlier.cpuNs, gcPauseMs - earlier.gcPauseMs);
    }

    /** Returns the processor time in milliseconds. */
    public long cpuMs() {
        return TimeUnit.NANOSECONDS.toMillis(cpuNs);
    }
}
