package io.soabench.engine.runtime.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/** Which instance of a deployment holds which values of a correlation set. Thread-safe; lock-free for readers. */
final class Router {
    private final ConcurrentMap<Key, Instance> instances = new ConcurrentHashMap<>();

    private final Queue<Instance> running = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<Integer, Queue<Instance>> waiting = new ConcurrentHashMap<>();

    /** A set and its values. */
    record Key(int set, String values) {}

    /** The instance with those values; null when there is none. */
    Instance find(int set, String values) {
        return instances.get(new Key(set, values));
    }

    /** Registers values; the first instance keeps them. */
    void register(Key key, Instance instance) {
        instances.putIfAbsent(key, instance);
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
        instances.remove(key, instance);
    }
}
