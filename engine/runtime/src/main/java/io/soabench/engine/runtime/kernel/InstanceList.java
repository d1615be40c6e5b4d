package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Instances that have started and not ended, in order of their start and by their numbers. Thread-safe by its own lock, which is held
 * for a few writes; the kernel has several lists so that threads seldom meet.
 *
 * <p>The numbers are found by a table of chains through the instances themselves. It doubles when there are as many instances as
 * chains, never shrinks, and costs no object per instance.
 */
final class InstanceList {
    /** The golden ratio in 64 bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int FEWEST_CHAINS = 16;

    private Instance first;
    private Instance last;
    private Instance[] chains = new Instance[FEWEST_CHAINS];
    private int size;

    /** Spreads the bits of a number that may have a step, as those of a kernel that is one of several have; the upper ones most. */
    static long spread(long id) {
        return id * SPREAD;
    }

    /** Adds an instance; an error of memory leaves the list as it was. */
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

    /** Returns the instance of a number; null when it is not here. Looks at few instances, however many there are. */
    synchronized Instance find(long id) {
        Instance instance = chains[chain(id, chains)];
        while (instance != null && instance.id() != id) {
            instance = instance.nextInChain;
        }
        return instance;
    }

    /** The first of them, as they are now. */
    synchronized List<Instance> snapshot(int most) {
        List<Instance> all = new ArrayList<>();
        for (Instance instance = first; instance != null && all.size() < most; instance = instance.later) {
            all.add(instance);
        }
        return all;
    }
}
