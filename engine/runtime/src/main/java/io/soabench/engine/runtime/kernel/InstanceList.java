package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The running instances of a kernel, in the order of their start and by their numbers. A kernel has several lists, so
 * that threads seldom compete for one lock.
 *
 * <p>Numbers are looked up in a hash table whose chains link the instances themselves. The table doubles when it has as
 * many instances as chains. It never shrinks, and it allocates nothing for an instance.
 *
 * <p>Thread-safe by its own lock, which is held for a few writes.
 */
final class InstanceList {
    /** The multiplier of Fibonacci hashing: 2^64 divided by the golden ratio (Knuth, TAOCP, volume 3, section 6.4). */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int FEWEST_CHAINS = 16;

    private Instance first;
    private Instance last;
    private Instance[] chains = new Instance[FEWEST_CHAINS];
    private int size;

    /**
     * Returns a hash of a number whose upper bits are mixed best. Numbers may have a common step, as in an engine with
     * several kernels.
     */
    static long spread(long id) {
        return id * SPREAD;
    }

    /** Adds an instance; after an error of memory the list is unchanged. */
    synchronized void add(Instance instance) {
        if (size == chains.length) {
            grow();
        }
        size++;
        link(instance, chains);
        instance.earlier = last;
        if (last == null) {
            first = instance;
        } else {
            last.later = instance;
        }
        last = instance;
    }

    /** Extends the table to twice the number of chains. */
    private void grow() {
        Instance[] more = new Instance[2 * chains.length];
        for (Instance instance = first; instance != null; instance = instance.later) {
            link(instance, more);
        }
        chains = more;
    }

    private static void link(Instance instance, Instance[] chains) {
        int chain = chain(instance.id(), chains);
        instance.nextInChain = chains[chain];
        chains[chain] = instance;
    }

    private static int chain(long id, Instance[] chains) {
        return (int) (spread(id) >>> Integer.SIZE) & (chains.length - 1);
    }

    /** Removes an instance of the list. */
    synchronized void remove(Instance instance) {
        unlink(instance);
        size--;
        if (instance.earlier == null) {
            first = instance.later;
        } else {
            instance.earlier.later = instance.later;
        }
        if (instance.later == null) {
            last = instance.earlier;
        } else {
            instance.later.earlier = instance.earlier;
        }
        instance.earlier = null;
        instance.later = null;
    }

    private void unlink(Instance instance) {
        int chain = chain(instance.id(), chains);
        if (chains[chain].equals(instance)) {
            chains[chain] = instance.nextInChain;
        } else {
            Instance before = chains[chain];
            while (!before.nextInChain.equals(instance)) {
                before = before.nextInChain;
            }
            before.nextInChain = instance.nextInChain;
        }
        instance.nextInChain = null;
    }

    /** Returns the instance with a number; null when it is not in the list. The cost does not grow with the list. */
    synchronized Instance find(long id) {
        Instance instance = chains[chain(id, chains)];
        while (instance != null && instance.id() != id) {
            instance = instance.nextInChain;
        }
        return instance;
    }

    /**
     * Returns the oldest instances of the list.
     *
     * @param most the largest number of instances
     */
    synchronized List<Instance> snapshot(int most) {
        List<Instance> all = new ArrayList<>();
        for (Instance instance = first; instance != null && all.size() < most; instance = instance.later) {
            all.add(instance);
        }
        return all;
    }
}
