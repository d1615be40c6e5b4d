package io.soabench.engine.runtime.kernel;

import java.util.function.Predicate;

/**
 * A waiting line of instances, first come, first served. An instance has a place, which can leave the line from any
 * position at constant cost and without allocation.
 *
 * <p>Thread-safe by its own lock, which is held for a few writes; {@link #first()} takes no lock.
 *
 * <pre>
 * state    | join       take       giveBack    leave
 * ---------+----------------------------------------
 * OUTSIDE  | IN_LINE                           LEFT
 * IN_LINE  |            TAKEN                  LEFT
 * TAKEN    |                       IN_LINE*    LEFT
 * LEFT     |
 * * before all places that joined later
 * </pre>
 */
final class WaitingLine {
    /**
     * The result of {@link #take} when there are places in the line, but the instances of the first ones have no room.
     */
    static final Place NO_ROOM = new Place(null, null);

    /** The number of places that are examined for one message. */
    private static final int MOST_EXAMINED = 100;

    private static final byte OUTSIDE = 0;
    private static final byte IN_LINE = 1;
    private static final byte TAKEN = 2;
    private static final byte LEFT = 3;

    private volatile Place first;
    private Place last;
    private long joined;

    /** The place of one instance in a line. */
    static final class Place {
        private final WaitingLine line;
        private final Instance instance;
        private long ticket;
        private byte state = OUTSIDE;
        private Place earlier;
        private Place later;

        private Place(WaitingLine line, Instance instance) {
            this.line = line;
            this.instance = instance;
        }

        /** Returns the instance of this place. */
        Instance instance() {
            return instance;
        }

        /** Adds this place to the end of the line; without effect after the first time. */
        void join() {
            line.join(this);
        }

        /** Puts this place back where it was, if it was taken and has not left; from any thread. */
        void giveBack() {
            line.giveBack(this);
        }

        /** Removes this place for good; from any thread. */
        void leave() {
            line.leave(this);
        }
    }

    /** Creates a place that is not in the line yet. */
    Place place(Instance instance) {
        return new Place(this, instance);
    }

    /** Returns the first instance; null when the line is empty. */
    Instance first() {
        Place front = first;
        return front == null ? null : front.instance;
    }

    /**
     * Takes the first place whose instance has room.
     *
     * @param hasRoom the test, which runs under the lock of this line; it may reserve something for the place that it
     *     accepts
     * @return the place; null when the line is empty; {@link #NO_ROOM} when none of the first {@value #MOST_EXAMINED} has
     *     room
     */
    Place take(Predicate<Instance> hasRoom) {
        if (first == null) {
            return null;
        }
        synchronized (this) {
            if (first == null) {
                return null;
            }
            Place place = first;
            for (int i = 0; i < MOST_EXAMINED && place != null; i++) {
                if (hasRoom.test(place.instance)) {
                    unlink(place);
                    place.state = TAKEN;
                    return place;
                }
                place = place.later;
            }
            return NO_ROOM;
        }
    }

    private synchronized void join(Place place) {
        if (place.state == OUTSIDE) {
            place.ticket = ++joined;
            place.state = IN_LINE;
            link(last, place, null);
        }
    }

    private synchronized void giveBack(Place place) {
        if (place.state != TAKEN) {
            return;
        }
        // Places are taken near the front, so few places stand before this one.
        Place before = null;
        Place after = first;
        while (after != null && after.ticket < place.ticket) {
            before = after;
            after = after.later;
        }
        place.state = IN_LINE;
        link(before, place, after);
    }

    private synchronized void leave(Place place) {
        if (place.state == IN_LINE) {
            unlink(place);
        }
        place.state = LEFT;
    }

    private void link(Place before, Place place, Place after) {
        place.earlier = before;
        place.later = after;
        if (before == null) {
            first = place;
        } else {
            before.later = place;
        }
        if (after == null) {
            last = place;
        } else {
            after.earlier = place;
        }
    }

    private void unlink(Place place) {
        if (place.earlier == null) {
            first = place.later;
        } else {
            place.earlier.later = place.later;
        }
        if (place.later == null) {
            last = place.earlier;
        } else {
            place.later.earlier = place.earlier;
        }
        place.earlier = null;
        place.later = null;
    }
}
