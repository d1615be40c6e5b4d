package io.soabench.engine.server.deploy;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A check whether the heap of this virtual machine has room for another deployment, besides the limits for instances
 * and connections. Thread-safe.
 *
 * <p>The size of a deployment is unknown before it is in memory: program, schemas, style sheets and documents. So the
 * check measures how much of the memory for long-lived objects is in use after a collection, by any user.
 */
final class HeapHeadroom {
    /**
     * The largest share of that memory that may be in use. The rest is for {@code --max-kernel-bytes} and
     * {@code --max-held-bytes}.
     */
    private static final double MOST = 0.6;

    /** The memory pools of long-lived objects. The pools for new objects have no such threshold. */
    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
            .toList();

    /**
     * Returns the reason why there is no room, and the cure, as a sentence; null if there is room. May collect garbage
     * if the memory seems to be full.
     */
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

    /**
     * Returns true if the memory is full. Returns false if the virtual machine does not report the size of the memory.
     */
    private boolean isFull() {
        long most = sum(MemoryUsage::getMax);
        return most > 0 && sum(MemoryUsage::getUsed) > MOST * most;
    }

    private long sum(ToLongFunction<MemoryUsage> figure) {
        return pools.stream().map(MemoryPoolMXBean::getUsage).mapToLong(figure).sum();
    }
}
