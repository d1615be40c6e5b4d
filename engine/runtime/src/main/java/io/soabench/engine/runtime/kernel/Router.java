package io.soabench.engine.runtime.kernel;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/** Which instance of a deployment holds which values of a correlation set. Thread-safe; lock-free for readers. */
final class Router {
    private final ConcurrentMap<Key, Holders> instances = new ConcurrentHashMap<>();

    private final Queue<Instance> running = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<Integer, Queue<Instance>> waiting = new ConcurrentHashMap<>();

    /** A set and its values. Ordered, as the hash of a text is public: clients can send any number of values with the same one. */
    record Key(int set, String values) implements Comparable<Key> {
        private static final int OWN_BYTES = 192;

        @Override
        public int compareTo(Key other) {
            int bySet = Integer.compare(set, other.set);
            return bySet != 0 ? bySet : values.compareTo(other.values);
        }

        /** About how many bytes it takes here and at its instance. */
        long weight() {
            return (long) OWN_BYTES + values.length();
        }
    }

    /** The instance with those values; null when there is none. */
    Instance find(int set, String values) {
        Holders holders = instances.get(new Key(set, values));
        return holders == null ? null : holders.first;
    }

    /**
     * Registers values; the first instance keeps them until it ends. A client may know its answer and have the next instance
     * started before the first has ended.
     */
    void register(Key key, Instance instance) {
        instances.compute(key, (found, holders) -> {
            if (holders == null) {
                return new Holders(instance);
            }
            holders.add(instance);
            return holders;
        });
    }

    /** An instance that may get messages without correlation values has started. */
    void started(Instance instance) {
        running.add(instance);
    }

    void ended(Instance instance) {
        running.remove(instance);
    }

    /** An instance waits for any message of an operation. */
    void await(int operation, Instance instance) {
        waiting.computeIfAbsent(operation, key -> new ConcurrentLinkedQueue<>()).add(instance);
    }

    /** Takes back {@link #await}. */
    void stopAwaiting(int operation, Instance instance) {
        Queue<Instance> line = waiting.get(operation);
        if (line != null) {
            line.remove(instance);
        }
    }

    /** Takes the instance that has waited longest for any message of an operation; null when there is none. */
    Instance takeWaiting(int operation) {
        Queue<Instance> line = waiting.get(operation);
        return line == null ? null : line.poll();
    }

    /** The oldest instance; null when none runs. */
    Instance oldest() {
        return running.peek();
    }

    void remove(Key key, Instance instance) {
        instances.computeIfPresent(key, (found, holders) -> holders.remove(instance) ? holders : null);
    }

    /** Instances with the same values in the order in which they got them. Changed only while the map holds the key's lock. */
    private static final class Holders {
        private volatile Instance first;
        private Set<Instance> others = Set.of();

        Holders(Instance first) {
            this.first = first;
        }

        void add(Instance instance) {
            if (others.isEmpty()) {
                others = new LinkedHashSet<>();
            }
            others.add(instance);
        }

        /** Returns whether there is another one. */
        boolean remove(Instance instance) {
            if (!instance.equals(first)) {
                others.remove(instance);
            } else if (others.isEmpty()) {
                return false;
            } else {
                Iterator<Instance> next = others.iterator();
                first = next.next();
                next.remove();
            }
            return true;
        }
    }
}
