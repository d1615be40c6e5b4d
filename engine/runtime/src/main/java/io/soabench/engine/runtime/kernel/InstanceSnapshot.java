package io.soabench.engine.runtime.kernel;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state of an instance as a list of values, from which the instance is made anew.
 *
 * <pre>
 * head    format, fingerprint of the program, frames and scopes with what they belong to
 * begin   numbers of the instance, run queue, alarms
 * frames  the progress of each open frame, with the object of its processor
 * scopes  variables, links, endpoints, correlation sets, completed scopes
 * end     open requests, waits, correlation values, locks, messages that wait, memory account
 * </pre>
 *
 * <p>A change of the values raises {@link #FORMAT}. A test compares the values of an example with recorded ones.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class InstanceSnapshot {
    /** The number of the format. */
    static final int FORMAT = 1;

    private InstanceSnapshot() {}

    /**
     * Returns the state of an instance between two steps.
     *
     * @throws IllegalStateException if something in it cannot be written
     */
    static List<Object> of(Instance instance) {
        Activities activities = instance.deployment().activities();
        StateWriter discovered = new StateWriter(activities);
        instance.writeBegin(discovered);
        instance.writeEnd(discovered);
        int frames = 0;
        int scopes = 0;
        while (frames < discovered.frames().size()
                || scopes < discovered.scopes().size()) {
            while (frames < discovered.frames().size()) {
                Frame frame = discovered.frames().get(frames++);
                frame.writeHead(discovered);
                frame.write(discovered);
            }
            while (scopes < discovered.scopes().size()) {
                ScopeInstance scope = discovered.scopes().get(scopes++);
                scope.writeHead(discovered);
                scope.write(discovered);
            }
        }
        StateWriter snapshot = new StateWriter(discovered);
        snapshot.number(FORMAT);
        snapshot.number(activities.fingerprint());
        snapshot.number(snapshot.frames().size());
        snapshot.frames().forEach(frame -> frame.writeHead(snapshot));
        snapshot.number(snapshot.scopes().size());
        snapshot.scopes().forEach(scope -> scope.writeHead(snapshot));
        instance.writeBegin(snapshot);
        snapshot.frames().forEach(frame -> frame.write(snapshot));
        snapshot.scopes().forEach(scope -> scope.write(snapshot));
        instance.writeEnd(snapshot);
        instance.memory().write(snapshot, snapshot.scopes());
        return snapshot.values();
    }

    /**
     * Gives the state to a new instance.
     *
     * @return the numbers of the frames that are open
     * @throws MalformedSnapshotException if the values are no such state
     */
    static Set<Integer> read(Instance instance, List<Object> values) {
        Activities activities = instance.deployment().activities();
        StateReader snapshot = new StateReader(instance, activities, values);
        long format = snapshot.number();
        if (format != FORMAT) {
            throw new MalformedSnapshotException(
                    "it has format " + format + ", and this engine reads format " + FORMAT);
        }
        if (snapshot.number() != activities.fingerprint()) {
            throw new MalformedSnapshotException("this engine makes another program of its process");
        }
        Heads heads = new Heads(snapshot);
        heads.make();
        snapshot.known(heads.frames, heads.scopes);
        instance.readBegin(snapshot);
        for (Frame frame : heads.frames) {
            frame.read(snapshot);
        }
        for (ScopeInstance scope : heads.scopes) {
            scope.read(snapshot);
        }
        instance.readEnd(snapshot);
        instance.memory().read(snapshot, Arrays.asList(heads.scopes));
        snapshot.end();
        Set<Integer> open = new HashSet<>();
        for (Frame frame : heads.frames) {
            if (!frame.isClosed()) {
                open.add(frame.address());
            }
        }
        return open;
    }

    /** The frames and scopes of a snapshot, each of which belongs to others. */
    private static final class Heads {
        private final StateReader snapshot;
        private final Frame[] frames;
        private final ScopeInstance[] scopes;
        private final FrameHead[] frameHeads;
        private final ScopeHead[] scopeHeads;

        private record FrameHead(int address, Activity activity, int state, int parent, int scope) {}

        private record ScopeHead(ScopeLayout layout, int parent, int frame) {}

        Heads(StateReader snapshot) {
            this.snapshot = snapshot;
            frames = new Frame[snapshot.count()];
            frameHeads = new FrameHead[frames.length];
            for (int i = 0; i < frames.length; i++) {
                int address = snapshot.number(Integer.MAX_VALUE);
                Activity activity = snapshot.activities().activity(snapshot.number());
                int state = snapshot.number(Frame.CLOSED);
                int parent = snapshot.number(frames.length);
                frameHeads[i] = new FrameHead(address, activity, state, parent, snapshot.number(Integer.MAX_VALUE));
            }
            scopes = new ScopeInstance[snapshot.count()];
            scopeHeads = new ScopeHead[scopes.length];
            for (int i = 0; i < scopes.length; i++) {
                ScopeLayout layout = snapshot.activities().layout(snapshot.number());
                int parent = snapshot.number(scopes.length);
                scopeHeads[i] = new ScopeHead(layout, parent, snapshot.number(frames.length));
            }
        }

        void make() {
            for (int i = 1; i <= scopes.length; i++) {
                scope(i);
            }
            for (int i = 1; i <= frames.length; i++) {
                frame(i);
            }
            for (int i = 0; i < scopes.length; i++) {
                if (scopeHeads[i].frame() == 0) {
                    throw new MalformedSnapshotException("a scope has no frame");
                }
                scopes[i].frame(frame(scopeHeads[i].frame()));
            }
        }

        /** Returns the scope with a number, which is made after those around it; null for the number 0. */
        private ScopeInstance scope(int number) {
            if (number == 0) {
                return null;
            }
            if (number > scopes.length) {
                throw new MalformedSnapshotException("there is no scope with number " + number);
            }
            if (scopes[number - 1] == null) {
                ScopeHead head = scopeHeads[number - 1];
                scopes[number - 1] = new ScopeInstance(head.layout(), scope(head.parent()), null);
            }
            return scopes[number - 1];
        }

        /** Returns the frame with a number, which is made after those around it; null for the number 0. */
        private Frame frame(int number) {
            if (number == 0) {
                return null;
            }
            if (frames[number - 1] == null) {
                FrameHead head = frameHeads[number - 1];
                frames[number - 1] = new Frame(
                        snapshot.instance(),
                        head.activity(),
                        frame(head.parent()),
                        scope(head.scope()),
                        head.address(),
                        head.state());
            }
            return frames[number - 1];
        }
    }
}
