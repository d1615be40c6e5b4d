package io.soabench.engine.runtime.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * The correlation values that are registered for one instance, so that messages find it (WS-BPEL 2.0, section 9).
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class CorrelationKeys {
    private final Instance instance;
    private final List<Router.Key> keys = new ArrayList<>(2);

    CorrelationKeys(Instance instance) {
        this.instance = instance;
    }

    private Router router() {
        return instance.deployment().router();
    }

    /** Registers values, so that messages with these values find the instance. */
    void register(Router.Key key) {
        // Iterations of a parallel loop may register the same values.
        boolean known = keys.contains(key);
        keys.add(key);
        if (!known) {
            router().register(key, instance);
        }
    }

    /** Removes values that {@link #register} has added. */
    void unregister(Router.Key key) {
        if (keys.remove(key) && !keys.contains(key)) {
            router().remove(key, instance);
        }
    }

    /** Writes the values in the order of their registration. */
    void write(StateWriter snapshot) {
        snapshot.number(keys.size());
        keys.forEach(key -> Router.Key.write(key, snapshot));
    }

    /** Registers the values of a snapshot. */
    void read(StateReader snapshot) {
        for (int count = snapshot.count(); count > 0; count--) {
            Router.Key key = Router.Key.read(snapshot);
            if (key == null) {
                throw new MalformedSnapshotException("the values of a correlation set are missing");
            }
            register(key);
        }
    }

    /** Removes all values, so that no message finds the instance any more. */
    void clear() {
        keys.forEach(key -> router().remove(key, instance));
        keys.clear();
    }
}
