package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/** The values of correlation sets by which messages find one instance. Belongs to the owner of the instance. */
final class CorrelationKeys {
    private final Instance instance;
    private final List<Router.Key> keys = new ArrayList<>(2);

    CorrelationKeys(Instance instance) {
        this.instance = instance;
    }

    private Router router() {
        return instance.deployment().router();
    }

    /** Lets messages with these values find the instance. */
    void register(Router.Key key) {
        // Turns of a parallel loop may have the same values.
        boolean known = keys.contains(key);
        keys.add(key);
        if (!known) {
            router().register(key, instance);
        }
    }

    /** Takes back {@link #register}. */
    void unregister(Router.Key key) {
        if (keys.remove(key) && !keys.contains(key)) {
            router().remove(key, instance);
        }
    }

    /** Lets no message find the instance any more. */
    void clear() {
        keys.forEach(key -> router().remove(key, instance));
        keys.clear();
    }
}
