package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.IdentityHashMap;

/**
 * The estimated bytes that one instance holds: itself, the message that started it until that is taken, the values of
 * its variables, scopes that can be compensated with theirs, data of faults that are handled, reference parameters, and
 * activities where they are many, whose number has a limit of its own. A large value counts once, however many
 * variables hold it; a small one each time.
 *
 * <p>What is noted at the kernel, where all instances meet, is never less than what is held when a turn ends, and a little more, so
 * that small changes cost an addition. Belongs to the owner of the instance.
 */
public final class MemoryAccount {
    /** What an instance takes that holds nothing. */
    private static final int INSTANCE_BYTES = 1024;

    /** What a scope that can be compensated takes beside its values. */
    static final int SCOPE_BYTES = 512;

    /** What an activity takes that has begun. */
    private static final int ACTIVITY_BYTES = 384;

    /** A turn of a loop or an event is a scope and what is in it. */
    private static final int ACTIVITIES_OF_ITERATION = 2;

    /** Activities that cost nothing. */
    private static final int FEW = 16;

    /** Values above may be shared. */
    private static final int HEAVY = 4 * 1024;

    private static final int SLACK = 2 * 1024;

    /** Part of what an instance may hold that is kept for values when scopes and turns are too many, so that a handler can work. */
    private static final int REST = 8;

    /** How many times a message that is larger than all may be its instance may hold. */
    private static final int TIMES_START = 3;

    private final Kernel kernel;
    private final long startBytes;
    private long reserved;
    private long held;
    private int activities;

    /** The records of the instance; null when it is not recorded. */
    private final InstanceHistory history;

    /** How often it was asked whether there is room, which is the same in every life of the instance. */
    private long checks;

    /** How many variables have the same heavy content; null while there was none. */
    private IdentityHashMap<Object, int[]> sharing;

    /**
     * The account of an instance for which the kernel has noted what a message of so many bytes takes, see {@link #bytes}.
     *
     * @param history the records of the instance; null when it is not recorded
     */
    MemoryAccount(Kernel kernel, long startBytes, InstanceHistory history) {
        this.history = history;
        this.kernel = kernel;
        this.startBytes = startBytes;
        this.reserved = bytes(startBytes);
        this.held = reserved;
    }

    /** What is to be noted at the kernel for an instance that a message of so many bytes starts. */
    static long bytes(long startBytes) {
        return startBytes + INSTANCE_BYTES;
    }

    /** What the kernel has noted. */
    long reserved() {
        return reserved;
    }

    /** The message that started the instance was taken; what is kept of it is in variables from now on. */
    void startMessageTaken() {
        held -= startBytes;
    }

    /** The kernel has noted so many bytes more for a message or answer, which the instance takes now. */
    void addReserved(long bytes) {
        reserved += bytes;
    }

    /**
     * A variable changes its value.
     *
     * @throws FaultException limitExceeded when that is too much; the change must not be made then
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

    /** The same of what must happen: an assignment that is taken back, a value that nobody needs any more or that is there already. */
    void replaceUnchecked(Element before, Element after) {
        held += added(after) - removed(before);
    }

    /**
     * Something else is held that takes so many bytes.
     *
     * @throws FaultException limitExceeded when that is too much; it must not be held then
     */
    void add(long bytes) {
        held += bytes;
        if (held > reserved || history != null) {
            try {
                require(0, most() - most() / REST);
            } catch (FaultException e) {
                held -= bytes;
                throw e;
            }
        }
    }

    /** Something else is held, which is there already. */
    void addUnchecked(long bytes) {
        held += bytes;
    }

    /** Something else is held no more. */
    void remove(long bytes) {
        held -= bytes;
    }

    /** One activity more has begun. */
    void activityBegun() {
        if (++activities > FEW) {
            held += ACTIVITY_BYTES;
        }
    }

    /** An activity has ended. */
    void activityEnded() {
        if (--activities >= FEW) {
            held -= ACTIVITY_BYTES;
        }
    }

    /**
     * Requires that so many turns of a loop or events may begin, with an activity at least each.
     *
     * @throws FaultException limitExceeded when there would be too many activities, or they would take too much
     */
    public void requireRoom(long iterations) {
        requireFew(activities + iterations);
        long bytes = iterations * ACTIVITIES_OF_ITERATION * ACTIVITY_BYTES;
        if (held + bytes > reserved || history != null) {
            require(bytes, most() - most() / REST);
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

    /** Has what is held and so many bytes noted where that is not done yet, as an earlier life was allowed or refused to. */
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
        return Math.max(kernel.limits().messageBytes(), TIMES_START * startBytes);
    }

    /** Has what is held and so many bytes noted, and a little more, unless that is more than there may be. */
    private void reserve(long ahead, long most) {
        long all = held + ahead;
        if (all > most) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("The instance would hold about " + all + " bytes, of " + most
                    + " that one may hold; raise --max-kernel-bytes.");
        }
        long more = all + SLACK - reserved;
        if (startBytes > kernel.limits().messageBytes()) {
            // It runs alone: nobody else was let in beside it.
            kernel.holdAnyway(more);
        } else if (!kernel.holdForRunning(more)) {
            throw StandardFault.LIMIT_EXCEEDED.thrown("All instances would hold more than "
                    + kernel.limits().runningBytes() + " bytes together; raise --max-kernel-bytes.");
        }
        reserved += more;
    }

    /** Tells the kernel when that knows too little or much too much. */
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
        if (value.weight() < HEAVY) {
            return value.weight();
        }
        if (sharing == null) {
            sharing = new IdentityHashMap<>(4);
        }
        int[] holders = sharing.computeIfAbsent(value.contentKey(), key -> new int[1]);
        return ++holders[0] == 1 ? value.weight() : value.ownWeight();
    }

    private long removed(Element value) {
        if (value == null) {
            return 0;
        }
        if (value.weight() < HEAVY) {
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
