package io.soabench.engine.runtime.kernel;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Which instance of a deployment holds which values of a correlation set. Thread-safe; lock-free for readers. */
final class Router {
    private final ConcurrentMap<Key, Instance> instances = new ConcurrentHashMap<>();

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

    void remove(Key key, Instance instance) {
        instances.remove(key, instance);
    }
}
