package io.soabench.engine.server.deploy;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/**
 * Whether the heap has room for another deployment beside what instances and connections may take. Thread-safe.
 *
 * <p>What a deployment takes is not known before it is there: its program, schemas, style sheets and documents. So what counts is
 * what a collection leaves of the memory where objects stay that live long, whoever made them.
 */
interface HeapRoom {

    /** Of that memory; the rest is for what {@code --max-kernel-bytes} and {@code --max-held-bytes} allow. */
    double MOST = 0.6;

    /** Why there is no room, with what to do, in a sentence; null when there is. May collect garbage when little seems to be left. */
    String problem();

    /** The room of this virtual machine. */
    static HeapRoom own() {
        MemoryMXBean heap = ManagementFactory.getMemoryMXBean();
        // Those where objects are made have no such threshold.
        List<MemoryPoolMXBean> old = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .toList();
        return () -> problem(old, heap);
    }

    private static String problem(List<MemoryPoolMXBean> old, MemoryMXBean heap) {
        if (share(old) <= MOST) {
            return null;
        }
        heap.gc();
        if (share(old) <= MOST) {
            return null;
        }
        long used = old.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
        return "the heap has no room for it: " + (used >> 20) + " of " + (most(old) >> 20)
                + " MiB for objects that live long are in use after a collection, more than " + Math.round(100 * MOST)
                + " %; undeploy what is not needed, or give the engine a larger heap (-Xmx)";
    }

    private static double share(List<MemoryPoolMXBean> old) {
        long most = most(old);
        return most <= 0
                ? 0
                : (double) old.stream()
                                .mapToLong(pool -> pool.getUsage().getUsed())
                                .sum()
                        / most;
    }

    private static long most(List<MemoryPoolMXBean> old) {
        return old.stream()
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(MemoryUsage::getMax)
                .sum();
    }
}
