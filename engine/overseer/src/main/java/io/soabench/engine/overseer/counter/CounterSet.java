package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.NotAvailableException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counters of some events of one target. {@link PerformanceCounters#open} makes them. They count from {@link #start} to
 * {@link #stop}, as often as wished, and their readings add up until {@link #reset}. Events that have counters at the
 * same time form a group. A group is read at once, so that ratios of its counts mean something. Events that do not fit
 * into a group begin another one, and groups take turns. Events that the kernel counts are a group apart, which counts
 * all the time.
 *
 * <p>May be used by any thread, one at a time; the target may be another thread than the one that opens, starts or reads. Close it:
 * each counter is an open file. Cost: a system call for each group and operation; nothing while they count.
 *
 * <p>Source: P11 table I ({@code initEvents}, {@code start}, {@code stop}, {@code getEventFromThread}, {@code
 * getEventFromCore}); perf_event_open(2).
 */
public final class CounterSet implements AutoCloseable {

    /** Counters that have values at the same times. */
    private static final class Group {
        private final List<Integer> descriptors = new ArrayList<>();
        private long[] base = new long[0];
        private long[] now = new long[0];

        private int leader() {
            return descriptors.get(0);
        }

        private long since(int index) {
            return now[index] - base[index];
        }
    }

    /** An event's place: a group and an index in it, or the reason why it has none. */
    private record EventSlot(CounterEvent event, Availability availability, Group group, int index, boolean userOnly) {}

    private final PerfCalls calls;
    private final CounterTarget target;
    private final List<Group> groups = new ArrayList<>();
    private final List<EventSlot> places = new ArrayList<>();
    private Group kernelGroup = new Group();
    private Group processorGroup = new Group();
    private boolean closed;

    private CounterSet(PerfCalls calls, CounterTarget target) {
        this.calls = calls;
        this.target = target;
    }

    static CounterSet open(List<CounterEvent> events, CounterTarget target, PerfCalls calls, CounterRefusal refusal) {
        CounterSet set = new CounterSet(calls, target);
        try {
            for (CounterEvent event : events) {
                set.places.add(set.place(event, refusal));
            }
            for (Group group : set.groups) {
                group.base = new long[2 + group.descriptors.size()];
                group.now = new long[2 + group.descriptors.size()];
            }
            set.reset();
            return set;
        } catch (RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private EventSlot place(CounterEvent event, CounterRefusal refusal) {
        if (event.wholePackage() && target.tid() >= 0) {
            return new EventSlot(event, CounterRefusal.WHOLE_PACKAGE, null, 0, false);
        }
        if (refusal.neverHappens(event)) {
            return new EventSlot(event, refusal.never(), null, 0, false);
        }
        if (refusal.isAmbiguous(event)) {
            return new EventSlot(event, refusal.ambiguous(event), null, 0, false);
        }
        boolean userOnly = false;
        boolean ofKernel = event.kind() == CounterEventKind.SOFTWARE;
        Group group = ofKernel ? kernelGroup : processorGroup;
        int result = attempt(event, group, false);
        if (result < 0 && CounterRefusal.isDenied(-result) && !CounterRefusal.happensInTheKernel(event)) {
            userOnly = true;
            result = attempt(event, group, true);
        }
        if (result == -Errno.EINVAL && !group.descriptors.isEmpty()) {
            // Another unit, or more than it has counters: a group of its own, which takes turns with the others.
            group = new Group();
            result = attempt(event, group, userOnly);
        }
        if (result == -Errno.ESRCH) {
            throw new NotAvailableException(Availability.unsupported("there is no " + target));
        }
        if (result < 0) {
            return new EventSlot(event, refusal.of(event, target, -result), null, 0, userOnly);
        }
        if (group.descriptors.isEmpty()) {
            groups.add(group);
        }
        group.descriptors.add(result);
        if (ofKernel) {
            kernelGroup = group;
        } else {
            processorGroup = group;
        }
        return new EventSlot(event, Availability.available(), group, group.descriptors.size() - 1, userOnly);
    }

    private int attempt(CounterEvent event, Group group, boolean userOnly) {
        return calls.open(event, target, group.descriptors.isEmpty() ? -1 : group.leader(), userOnly);
    }

    /** Returns whether each event can be counted here, in the order in which they were asked for. */
    public List<Availability> availabilities() {
        return places.stream().map(EventSlot::availability).toList();
    }

    /** Starts counting, or continues. */
    public void start() {
        check();
        groups.forEach(group -> require(calls.enable(group.leader()), "started"));
    }

    /** Stops counting; the readings stay. */
    public void stop() {
        check();
        groups.forEach(group -> require(calls.disable(group.leader()), "stopped"));
    }

    /** Sets the readings to zero. Running counters go on. */
    public void reset() {
        update();
        groups.forEach(group -> group.base = group.now.clone());
    }

    private void update() {
        check();
        groups.forEach(group -> require(calls.read(group.leader(), group.now), "read"));
    }

    /** Returns the counts until now, in the order in which events were asked for; also while they count. */
    public List<CounterReading> read() {
        update();
        List<CounterReading> readings = new ArrayList<>();
        for (EventSlot place : places) {
            readings.add(
                    place.group() == null
                            ? new CounterReading(place.event(), place.availability(), 0, 0, 0, false)
                            : reading(place));
        }
        return List.copyOf(readings);
    }

    private static CounterReading reading(EventSlot place) {
        long enabled = place.group().since(0);
        long running = place.group().since(1);
        Availability availability = place.availability();
        if (enabled == 0) {
            availability = Availability.notCounted("nothing ran while it was started");
        } else if (running == 0) {
            availability = Availability.notCounted("no counter was free");
        }
        return new CounterReading(
                place.event(),
                availability,
                place.group().since(2 + place.index()),
                enabled,
                running,
                place.userOnly());
    }

    private void check() {
        if (closed) {
            throw new IllegalStateException("the counters of " + target + " are closed");
        }
    }

    private void require(int result, String what) {
        if (result < 0) {
            throw new NotAvailableException(Availability.unsupported(
                    "the counters of " + target + " cannot be " + what + ": " + Errno.name(-result)));
        }
    }

    /** Releases the counters. Closing them again has no effect. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            for (Group group : groups) {
                // Members first: a group without its leader falls apart into groups of one.
                for (int i = group.descriptors.size() - 1; i >= 0; i--) {
                    calls.close(group.descriptors.get(i));
                }
            }
        }
    }
}
