package io.soabench.engine.runtime.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The activities and scopes of a program by their numbers, by which a snapshot refers to them. Immutable.
 *
 * <p>Cost: it visits the whole program once.
 */
final class Activities {
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Map<Integer, Activity> byId = new TreeMap<>();
    private final Map<Integer, ScopeLayout> layouts = new HashMap<>();
    private final long fingerprint;

    /** Collects the activities of a program. */
    Activities(Program program) {
        collect(program.root());
        long hash = FNV_START;
        for (Activity activity : byId.values()) {
            hash = mix(hash, activity.id());
            for (Activity child : activity.processor().children()) {
                hash = mix(hash, child.id());
            }
            for (MessageWait wait : activity.processor().waits()) {
                hash = mix(hash, wait.operation());
            }
            ScopeLayout layout = activity.processor().layout();
            if (layout != null) {
                hash = mix(mix(hash, layout.id()), layout.slots());
                hash = mix(mix(hash, layout.links()), layout.partnerLinks());
                hash = mix(hash, layout.correlationSets());
            }
        }
        fingerprint = hash;
    }

    private static long mix(long hash, int value) {
        return (hash ^ value) * FNV_PRIME;
    }

    private void collect(Activity activity) {
        Activity other = byId.putIfAbsent(activity.id(), activity);
        if (other != null) {
            if (!other.equals(activity)) {
                throw new IllegalStateException(other + " and " + activity + " have the same number");
            }
            return;
        }
        ScopeLayout layout = activity.processor().layout();
        if (layout != null) {
            layouts.put(layout.id(), layout);
        }
        activity.processor().children().forEach(this::collect);
    }

    /** Returns a number that changes with the activities, their nesting, and the slots of scopes. */
    long fingerprint() {
        return fingerprint;
    }

    /** Returns whether the activity is found by its number. */
    boolean has(Activity activity) {
        return activity.equals(byId.get(activity.id()));
    }

    /**
     * Returns the activity with a number.
     *
     * @throws MalformedSnapshotException if there is none
     */
    Activity activity(long id) {
        Activity found = id == (int) id ? byId.get((int) id) : null;
        if (found == null) {
            throw new MalformedSnapshotException("the process has no activity " + id);
        }
        return found;
    }

    /**
     * Returns the slots of the scope with a number.
     *
     * @throws MalformedSnapshotException if there is none
     */
    ScopeLayout layout(long id) {
        ScopeLayout found = id == (int) id ? layouts.get((int) id) : null;
        if (found == null) {
            throw new MalformedSnapshotException("the process has no scope " + id);
        }
        return found;
    }
}
