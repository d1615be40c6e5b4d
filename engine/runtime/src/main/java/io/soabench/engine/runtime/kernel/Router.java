package io.soabench.engine.runtime.kernel;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The router of one deployment. It finds instances by the values of their correlation sets, and keeps the order in
 * which instances take messages without such values.
 *
 * <p>Thread-safe. Finding an instance by the values of one set takes no lock.
 */
final class Router {
    private final ConcurrentMap<Key, Holders> instances = new ConcurrentHashMap<>();

    private final WaitingLine running = new WaitingLine();
    private final ConcurrentMap<Integer, WaitingLine> waiting = new ConcurrentHashMap<>();

    /**
     * A correlation set with its values. Keys have an order, because clients can send any number of values with the
     * same hash code. A hash table needs the order to stay fast then.
     */
    record Key(int set, String values) implements Comparable<Key> {
        private static final int OWN_BYTES = 192;

        @Override
        public int compareTo(Key other) {
            int bySet = Integer.compare(set, other.set);
            return bySet != 0 ? bySet : values.compareTo(other.values);
        }

        /** Writes a key, which may be null, into a snapshot. */
        static void write(Key key, StateWriter snapshot) {
            snapshot.text(key == null ? null : key.values);
            if (key != null) {
                snapshot.number(key.set);
            }
        }

        /** Reads a key; returns null for none. */
        static Key read(StateReader snapshot) {
            String values = snapshot.text();
            return values == null ? null : new Key(snapshot.integer(), values);
        }

        /** Returns the estimated size in bytes, here and at its instance. */
        long weight() {
            return (long) OWN_BYTES + values.length();
        }
    }

    /** Returns the instance with these values; null when there is none. */
    Instance find(Key key) {
        Holders holders = instances.get(key);
        return holders == null ? null : holders.first;
    }

    /**
     * Returns the best match among the instances that have the values of one of the wanted sets. The best match has the
     * values of the most sets. Of equal ones, it is the one that had its values first. Several instances may have the
     * same values of one set and differ in another.
     *
     * @param wanted the sets by one of which the instance must be found
     * @param all the wanted sets, and the sets that only count for the choice
     * @return the instance; null when there is none
     */
    Instance find(List<Key> wanted, List<Key> all) {
        Instance best = null;
        int most = 0;
        for (Key key : wanted) {
            Holders holders = instances.get(key);
            for (Instance one : holders == null ? List.<Instance>of() : holders.firstOnes()) {
                int count = 0;
                for (Key other : all) {
                    Holders others = instances.get(other);
                    count += others != null && others.contains(one) ? 1 : 0;
                }
                if (count == all.size()) {
                    return one;
                }
                if (count > most) {
                    best = one;
                    most = count;
                }
            }
        }
        return best;
    }

    /**
     * Registers values of an instance. The first instance with these values keeps them until it ends. A client may know
     * its answer and start the next instance before the first one has ended.
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

    /**
     * Creates a place among the running instances, for an instance that may receive messages without correlation
     * values.
     */
    WaitingLine.Place running(Instance instance) {
        return running.place(instance);
    }

    /** Creates a place among the instances that wait for any message of an operation. */
    WaitingLine.Place waiting(int operation, Instance instance) {
        return waiting.computeIfAbsent(operation, key -> new WaitingLine()).place(instance);
    }

    /**
     * Takes the place of the instance with room that has waited longest for any message of an operation, see {@link
     * WaitingLine#take}.
     */
    WaitingLine.Place takeWaiting(int operation, Predicate<Instance> hasRoom) {
        WaitingLine line = waiting.get(operation);
        return line == null ? null : line.take(hasRoom);
    }

    /** Returns the oldest instance; null when none is running. */
    Instance oldest() {
        return running.first();
    }

    /** Removes values of an instance. The next instance with the same values takes its place. */
    void remove(Key key, Instance instance) {
        instances.computeIfPresent(key, (found, holders) -> holders.remove(instance) ? holders : null);
    }

    /**
     * The instances with the same values, in the order in which they got them. Changed only while the map holds the
     * lock of the key; the set of others is also guarded by the lock of this object.
     */
    private static final class Holders {
        private static final int MOST_EXAMINED = 1_000;

        private volatile Instance first;
        private Set<Instance> others = Set.of();

        Holders(Instance first) {
            this.first = first;
        }

        /** Returns the first instances, at most {@value #MOST_EXAMINED}, which bounds the cost of a message. */
        synchronized List<Instance> firstOnes() {
            return Stream.concat(Stream.of(first), others.stream())
                    .limit(MOST_EXAMINED)
                    .toList();
        }

        synchronized boolean contains(Instance instance) {
            return instance.equals(first) || others.contains(instance);
        }

        synchronized void add(Instance instance) {
            if (others.isEmpty()) {
                others = new LinkedHashSet<>();
            }
            others.add(instance);
        }

        /** Removes an instance; returns false when it was the only one. */
        synchronized boolean remove(Instance instance) {
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
