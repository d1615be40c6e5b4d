package io.soabench.engine.server.deploy;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The room that the heap of this virtual machine has for another deployment beside what instances and connections may
 * take. Thread-safe.
 *
 * <p>What a deployment takes is not known before it is there: its program, schemas, style sheets and documents. So what counts is
 * what a collection leaves of the memory where objects stay that live long, whoever made them.
 */
final class HeapHeadroom {
    /** Of that memory; the rest is for what {@code --max-kernel-bytes} and {@code --max-held-bytes} allow. */
    private static final double MOST = 0.6;

    /** Where objects stay that live long: those where they are made have no such threshold. */
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
            .toList();

    /** Why there is no room, with what to do, in a sentence; null when there is. May collect garbage when little seems to be left. */
    String problem() {
        if (!isFull()) {
            return null;
        }
        ManagementFactory.getMemoryMXBean().gc();
        return !isFull()
                ? null
                : "the heap has no room for it: " + (sum(MemoryUsage::getUsed) >> 20) + " of "
                        + (sum(MemoryUsage::getMax) >> 20)
                        + " MiB for objects that live long are in use after a collection, more than "
                        + Math.round(100 * MOST)
                        + " %; undeploy what is not needed, or give the engine a larger heap (-Xmx)";
    }

    /** Never where the virtual machine does not tell how much there may be. */
    private boolean isFull() {
        long most = sum(MemoryUsage::getMax);
        return most > 0 && sum(MemoryUsage::getUsed) > MOST * most;
    }

    private long sum(ToLongFunction<MemoryUsage> figure) {
        return pools.stream().map(MemoryPoolMXBean::getUsage).mapToLong(figure).sum();
    }
}
