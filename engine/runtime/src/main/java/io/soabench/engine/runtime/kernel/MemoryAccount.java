package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The estimated bytes of one instance, and the number of its activities.
 *
 * <p>The account contains the instance itself, its start message until an activity takes it, the values of variables,
 * data of handled faults, and reference parameters. It also contains completed scopes that can be compensated, with
 * their values, and activities beyond the first {@value #UNCOUNTED_ACTIVITIES}. A large value counts once even if several variables hold
 * it; a small one counts each time.
 *
 * <p>Bytes are reserved at the kernel, whose sum is shared by all instances. At the end of a turn, the reserved bytes
 * are at least the held ones and slightly more. So a small change costs one addition.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class MemoryAccount {
    /** The bytes of an instance that holds nothing else. */
    private static final int INSTANCE_BYTES = 1024;

    /** The bytes of a completed scope that can be compensated, without its values. */
    static final int SCOPE_BYTES = 512;

    /** The bytes of an activity that has begun. */
    private static final int ACTIVITY_BYTES = 384;

    /** The number of activities of an iteration or an event: a scope and the activity in it. */
    private static final int ACTIVITIES_OF_ITERATION = 2;

    /** The number of activities that are not counted in bytes. */
    private static final int UNCOUNTED_ACTIVITIES = 16;

    /** The size of a value in bytes from which on it is counted once for all its variables. */
    private static final int SHARED_FROM_BYTES = 4 * 1024;

    private static final int SLACK = 2 * 1024;

    /**
     * The divisor of the part of the limit that scopes and iterations leave to values, so that a fault handler can
     * still work.
     */
    private static final int HANDLER_SHARE = 8;

    /** The multiple of its start message that an instance may hold, if that is more than the limit. */
    private static final int START_MULTIPLE = 3;

    private final Kernel kernel;
    private final long startBytes;
    private long reserved;
    private long held;
    private int activities;

    /** The history of the instance; null when it is not recorded. */
    private final InstanceHistory history;

    /** The number of checks so far, which a recovery repeats. */
    private long checks;

    /** The number of variables with the same large content; null before the first of them. */
    private IdentityHashMap<Object, int[]> sharing;

    /**
     * Creates the account of an instance for which {@link #bytes} are reserved at the kernel.
     *
     * @param startBytes the size of the start message
     * @param history the history of the instance; null when it is not recorded
     */
    MemoryAccount(Kernel kernel, long startBytes, InstanceHistory history) {
        this.history = history;
        this.kernel = kernel;
        this.startBytes = startBytes;
        this.reserved = bytes(startBytes);
        this.held = reserved;
    }

    /** Returns the bytes to reserve at the kernel for an instance with a start message of a size. */
    static long bytes(long startBytes) {
        return startBytes + INSTANCE_BYTES;
    }

    /** Returns the bytes that are reserved at the kernel. */
    long reserved() {
        return reserved;
    }

    /** Removes the start message, which an activity has taken. Variables hold its parts from now on. */
    void startMessageTaken() {
        held -= startBytes;
    }

    /** Takes over bytes that the kernel has reserved for a message or an answer. */
    void addReserved(long bytes) {
        reserved += bytes;
    }

    /**
     * Replaces the value of a variable.
     *
     * @throws FaultException limitExceeded when the instance would hold too much; the account is unchanged then, and
     *     the caller must not change the variable
     */
    void replace(Element before, Element after) {
        held += added(after) - removed(before);
        if (held > reserved || history != null) {
            try {
                require(0, most());
            } catch (FaultException e) {
                held += added(before) - removed(after);
                throw e;
            }
        }
    }

    /**
     * Replaces the value of a variable without checking the limit. For assignments that are taken back, for values that
     * are not needed any more, and for values that the instance holds already.
     */
    void replaceUnchecked(Element before, Element after) {
        held += added(after) - removed(before);
    }

    /**
     * Adds bytes.
     *
     * @throws FaultException limitExceeded when the instance would hold too much; the account is unchanged then
     */
    void add(long bytes) {
        held += bytes;
        if (held > reserved || history != null) {
            try {
                require(0, most() - most() / HANDLER_SHARE);
            } catch (FaultException e) {
                held -= bytes;
                throw e;
            }
        }
    }

    /** Adds bytes without checking the limit, for data that the instance holds already. */
    void addUnchecked(long bytes) {
        held += bytes;
    }

    /** Removes bytes. */
    void remove(long bytes) {
        held -= bytes;
    }

    /** Adds an activity. */
    void activityBegun() {
        if (++activities > UNCOUNTED_ACTIVITIES) {
            held += ACTIVITY_BYTES;
        }
    }

    /** Removes an activity. */
    void activityEnded() {
        if (--activities >= UNCOUNTED_ACTIVITIES) {
            held -= ACTIVITY_BYTES;
        }
    }

    /**
     * Checks that a number of iterations of a loop or of events may begin, each with at least one activity.
     *
     * @throws FaultException limitExceeded when there would be too many activities or bytes
     */
    public void requireRoom(long iterations) {
        requireFew(activities + iterations);
        long bytes = iterations * ACTIVITIES_OF_ITERATION * ACTIVITY_BYTES;
        if (held + bytes > reserved || history != null) {
            require(bytes, most() - most() / HANDLER_SHARE);
        }
    }

    private void requireFew(long all) {
        int most = kernel.limits().activities();
        if (history != null) {
            checks++;
            if (history.isReplaying()) {
                history.requireNotRefused(checks);
                return;
            }
        }
        if (all > most) {
            throw refused(StandardFault.LIMIT_EXCEEDED.thrown(
                    "The instance would have more than " + most + " activities at once; raise --max-activities."));
        }
    }

    private FaultException refused(FaultException refusal) {
        if (history != null) {
            history.refused(checks, refusal);
        }
        return refusal;
    }

    /**
     * Reserves the held bytes and some more, if they are not reserved yet. A recovery repeats the recorded result of
     * this check.
     */
    private void require(long ahead, long most) {
        if (history == null) {
            reserve(ahead, most);
            return;
        }
        checks++;
        if (history.isReplaying()) {
            history.requireNotRefused(checks);
            long more = held + ahead - reserved;
            if (more > 0) {
                kernel.holdAnyway(more);
                reserved += more;
            }
        } else if (held + ahead > reserved) {
            try {
                reserve(ahead, most);
            } catch (FaultException e) {
                throw refused(e);
            }
        }
    }

    private long most() {
        return Math.max(kernel.limits().messageBytes(), START_MULTIPLE * startBytes);
    }

    /** Reserves the held bytes, some more, and a little in advance, unless the limit is exceeded. */
    private void reserve(long ahead, long most) {
        long all = held + ahead;
        if (all > most) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("The instance would hold about " + all + " bytes, of " + most
                    + " that one may hold; raise --max-kernel-bytes.");
        }
        long more = all + SLACK - reserved;
        if (startBytes > kernel.limits().messageBytes()) {
            // The start message alone exceeds the limit, so no other instance was started beside this one.
            kernel.holdAnyway(more);
        } else if (!kernel.holdForRunning(more)) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("All instances would hold more than "
                    + kernel.limits().runningBytes() + " bytes together; raise --max-kernel-bytes.");
        }
        reserved += more;
    }

    /** Corrects the reserved bytes when they are too few or far too many. */
    void settle() {
        long spare = reserved - held;
        if (spare < 0) {
            kernel.holdAnyway(-spare);
            reserved = held;
        } else if (spare > 2 * SLACK) {
            kernel.letGo(spare - SLACK);
            reserved = held + SLACK;
        }
    }

    private long added(Element value) {
        if (value == null) {
            return 0;
        }
        if (value.weight() < SHARED_FROM_BYTES) {
            return value.weight();
        }
        if (sharing == null) {
            sharing = new IdentityHashMap<>(4);
        }
        return share(value, sharing);
    }

    /** Adds a large value to those with the same content; returns the bytes that it adds. */
    private static long share(Element value, IdentityHashMap<Object, int[]> sharing) {
        int[] holders = sharing.computeIfAbsent(value.contentKey(), key -> new int[1]);
        return ++holders[0] == 1 ? value.weight() : value.ownWeight();
    }

    // ---- snapshots

    /** The values of variables, counted from the first one on. */
    static final class Values {
        private final IdentityHashMap<Object, int[]> sharing = new IdentityHashMap<>(4);
        private long bytes;

        /** Counts the values of scopes. */
        Values(List<ScopeInstance> scopes) {
            scopes.forEach(scope -> scope.hold(this));
        }

        /** Counts a value, which may be null. */
        void add(Element value) {
            if (value != null) {
                bytes += value.weight() < SHARED_FROM_BYTES ? value.weight() : share(value, sharing);
            }
        }
    }

    /** Returns the size of the start message. */
    long startBytes() {
        return startBytes;
    }

    /**
     * Writes the account. The bytes of values are left out, because a snapshot has the values.
     *
     * @param scopes all scopes of the instance
     */
    void write(StateWriter snapshot, List<ScopeInstance> scopes) {
        snapshot.number(reserved);
        snapshot.number(held - new Values(scopes).bytes);
        snapshot.number(activities);
        snapshot.number(checks);
    }

    /**
     * Reads the account.
     *
     * @param scopes all scopes of the instance, which have their values
     */
    void read(StateReader snapshot, List<ScopeInstance> scopes) {
        long before = reserved;
        reserved = snapshot.number();
        kernel.holdAnyway(reserved - before);
        Values values = new Values(scopes);
        held = snapshot.number() + values.bytes;
        sharing = values.sharing.isEmpty() ? null : values.sharing;
        activities = snapshot.number(Integer.MAX_VALUE);
        checks = snapshot.number();
    }

    private long removed(Element value) {
        if (value == null) {
            return 0;
        }
        if (value.weight() < SHARED_FROM_BYTES) {
            return value.weight();
        }
        int[] holders = sharing.get(value.contentKey());
        if (--holders[0] > 0) {
            return value.ownWeight();
        }
        sharing.remove(value.contentKey());
        return value.weight();
    }
}
