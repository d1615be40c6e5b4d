package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Instances that have started and not ended, in order of their start. Thread-safe by its own lock, which is held for a few writes;
 * the kernel has several lists so that threads seldom meet.
 */
final class InstanceList {
    private Instance first;
    private Instance last;

    synchronized void add(Instance instance) {
        instance.earlier = last;
        if (last == null) {
            first = instance;
        } else {
            last.later = instance;
        }
        last = instance;
    }

    synchronized void remove(Instance instance) {
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

    /** The first of them, as they are now. */
    synchronized List<Instance> snapshot(int most) {
        List<Instance> all = new ArrayList<>();
        for (Instance instance = first; instance != null && all.size() < most; instance = instance.later) {
            all.add(instance);
        }
        return all;
    }
}
