package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The history of one recorded instance: it writes records while the instance runs, and replays earlier records during a
 * recovery. An instance that is not recorded has none.
 *
 * <p>A recovery repeats the steps that the instance has done before. At the step of each record, the instance receives
 * the event or the decision of that record. {@link DivergedException} is thrown when the steps differ.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class InstanceHistory {
    private final Instance instance;
    private final Recorder recorder;
    private List<InstanceRecord> past = List.of();
    private ReplayedEffects effects;
    private int next;
    private int lastReply;

    private final UnpostedReplies unposted = new UnpostedReplies();

    /** The highest number of a frame in the snapshot from which the recovery goes on; 0 without a snapshot. */
    private int lastFrameOfSnapshot;

    /** The numbers of the frames that were open in that snapshot. */
    private Set<Integer> openInSnapshot = Set.of();

    /** Whether an error has prevented a snapshot, so that no other one is tried while the instance runs. */
    private boolean hasFailed;

    /** The time of the last record. */
    private long lastMs;

    private long lastNs;

    InstanceHistory(Instance instance, Recorder recorder) {
        this.instance = instance;
        this.recorder = recorder;
    }

    // ---- recording

    /** Returns the present moment of an instance that has just read the clocks. */
    private InstanceRecord.Moment now() {
        return new InstanceRecord.Moment(
                instance.runQueue().steps(), instance.runQueue().trace(), instance.nowMs(), instance.nowNs());
    }

    /** Returns the present moment, with the time of the last record. */
    private InstanceRecord.Moment here() {
        return new InstanceRecord.Moment(
                instance.runQueue().steps(), instance.runQueue().trace(), lastMs, lastNs);
    }

    /**
     * Records an event that is about to be applied, and reads the clocks; returns false when the event changes nothing.
     */
    boolean record(Event event) {
        instance.readTime();
        if (instance.hasEnded()) {
            return false;
        }
        InstanceRecord record = event.record(instance, now());
        if (record == null) {
            return false;
        }
        if (record instanceof InstanceRecord.Posted posted) {
            // Another life does not come to it at that moment, so the instance must not see the time of it.
            recorder.record(record);
            unposted.remove(posted.reply());
            return false;
        }
        add(record);
        return true;
    }

    /** Returns whether a snapshot would have everything that the records have. */
    boolean allowsSnapshot() {
        return !isRecovering() && unposted.isComplete();
    }

    /** Returns whether the recorder wants a snapshot, and none has failed. */
    boolean wantsSnapshot() {
        return recorder.wantsSnapshot() && !hasFailed;
    }

    /** Notes that an error has prevented a snapshot. */
    void snapshotFailed() {
        hasFailed = true;
    }

    /**
     * Records a snapshot.
     *
     * @param startBytes the size of the start message
     * @param values the state of the instance
     */
    void snapshot(long startBytes, List<Object> values) {
        InstanceRecord.Snapshot record = new InstanceRecord.Snapshot(now(), startBytes, values);
        recorder.record(record);
        recorded(record);
    }

    /**
     * Records a snapshot if the recorder takes it.
     *
     * @param startBytes the size of the start message
     * @param values the state of the instance
     */
    void offerSnapshot(long startBytes, List<Object> values) {
        InstanceRecord.Snapshot record = new InstanceRecord.Snapshot(now(), startBytes, values);
        if (recorder.offer(record)) {
            recorded(record);
        }
    }

    private void recorded(InstanceRecord.Snapshot record) {
        lastMs = record.at().epochMs();
        lastNs = record.at().ageNs();
    }

    /** Writes the number of replies, and those that may not have reached their receivers, into a snapshot. */
    void write(StateWriter snapshot) {
        snapshot.number(lastReply);
        unposted.write(snapshot);
    }

    /** Reads the replies. Those that may not have reached their receivers are given again. */
    void read(StateReader snapshot) {
        lastReply = snapshot.number(Integer.MAX_VALUE);
        effects.goOnAfter(lastReply);
        unposted.read(
                snapshot, (number, client, parts, fault) -> effects.add(number, heard(number, client), parts, fault));
    }

    private ReplyTo heard(int number, ReplyTo client) {
        return Outbox.heard(client, () -> instance.handle(new Event.ReplyPosted(number)));
    }

    /**
     * Reports the next reply to the recorder, and returns its destination, which has the reply recorded when it was
     * posted.
     *
     * @param fault the fault of the reply; null for a normal one
     */
    ReplyTo answering(ReplyTo client, List<Element> parts, Fault fault) {
        recorder.answers(client, parts, fault);
        int number = ++lastReply;
        if (effects == null || !effects.posted().contains(number)) {
            unposted.add(number, client, parts, fault);
        }
        return heard(number, client);
    }

    /** Reports to the recorder that the instance does not take a message. */
    void refusing(Receipt receipt) {
        recorder.refuses(receipt);
    }

    private void add(InstanceRecord record) {
        lastMs = record.at().epochMs();
        lastNs = record.at().ageNs();
        recorder.record(record);
    }

    // ---- decisions

    /** Returns whether there are records that the recovery has not reached. */
    boolean isReplaying() {
        return next < past.size();
    }

    /** Returns whether the instance is being recovered, so that its effects are held back. */
    boolean isRecovering() {
        return effects != null;
    }

    /** Takes the next record if it is the recorded decision on a question; returns null when it is not. */
    private InstanceRecord.Decided decided(InstanceRecord.Decision what, long number) {
        if (past.get(next) instanceof InstanceRecord.Decided decided
                && decided.what() == what
                && decided.number() == number
                && decided.at().steps() == instance.runQueue().steps()) {
            next++;
            return decided;
        }
        return null;
    }

    private void decide(InstanceRecord.Moment at, InstanceRecord.Decision what, long number, String answer) {
        add(new InstanceRecord.Decided(at, what, number, answer));
    }

    /**
     * Gives the time to the instance when an activity asks for it. During a recovery, the time comes from the record of
     * this question.
     *
     * @param isKnown whether the instance has read the clocks in the present event or turn
     */
    void tellTime(boolean isKnown) {
        if (isReplaying()) {
            InstanceRecord.Decided decided = decided(InstanceRecord.Decision.TIME, 0);
            if (decided != null) {
                lastMs = decided.at().epochMs();
                lastNs = decided.at().ageNs();
                instance.time(lastMs, lastNs);
            } else if (!isKnown) {
                throw diverged("asks for the time");
            }
        } else if (!isKnown) {
            instance.readTime();
            decide(now(), InstanceRecord.Decision.TIME, 0, "");
        }
    }

    /**
     * Raises the fault by which a check of limits has failed before the recovery, if the next record is that of this
     * check.
     *
     * @param check the number of the check
     */
    void requireNotRefused(long check) {
        InstanceRecord.Decided decided = decided(InstanceRecord.Decision.REFUSAL, check);
        if (decided != null) {
            throw StandardFault.LIMIT_EXCEEDED.thrown(decided.answer());
        }
    }

    /** Records that a check of limits has failed. */
    void refused(long check, FaultException refusal) {
        decide(here(), InstanceRecord.Decision.REFUSAL, check, refusal.fault().reason());
    }

    /**
     * Returns the address of a partner that a registry may replace: the recorded one during a recovery, else the
     * present one.
     */
    String address(int partnerLink, String present) {
        if (!isReplaying()) {
            decide(here(), InstanceRecord.Decision.ADDRESS, partnerLink, present);
            return present;
        }
        InstanceRecord.Decided decided = decided(InstanceRecord.Decision.ADDRESS, partnerLink);
        if (decided == null) {
            throw diverged("asks for the address of a partner");
        }
        return decided.answer();
    }

    /** Records the end of the instance, or compares the end with the recorded one. */
    void ended(Outcome outcome, boolean broken) {
        if (recorder.keepsAnswers()) {
            instance.openRequests().report(recorder, outcome);
            instance.pendingMessages().report(recorder, outcome);
        }
        if (!isReplaying()) {
            add(new InstanceRecord.Ended(here(), outcome.uncaught(), outcome.exitedBy(), broken));
        } else if (past.get(next) instanceof InstanceRecord.Ended ended
                && name(ended.uncaught()).equals(name(outcome.uncaught()))
                && name(ended.exitedBy()).equals(name(outcome.exitedBy()))) {
            next++;
        } else {
            throw diverged("ends");
        }
    }

    private static String name(Fault fault) {
        return fault == null ? "" : fault.name().toString();
    }

    // ---- recovery

    /**
     * Replays records without effects. Afterwards it sends the effects that may not have left the engine.
     *
     * @param records the records of the instance in their order; the first is its start, or a snapshot from which it
     *     goes on
     * @throws DivergedException when the instance does other steps
     */
    void replay(List<InstanceRecord> records) {
        boolean hasSnapshot = records.get(0) instanceof InstanceRecord.Snapshot;
        past = records.stream()
                .skip(hasSnapshot ? 1 : 0)
                .filter(record -> !(record instanceof InstanceRecord.Posted))
                .toList();
        effects = new ReplayedEffects(records);
        instance.outbox(effects);
        if (hasSnapshot) {
            goOnFrom((InstanceRecord.Snapshot) records.get(0));
        }
        while (isReplaying()) {
            InstanceRecord record = past.get(next);
            try {
                follow(record);
            } catch (DivergedException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                if (!(isReplaying() && past.get(next) instanceof InstanceRecord.Ended ended && ended.broken())) {
                    throw new DivergedException(sentence("fails where it did not fail"), e);
                }
                end(ended);
            }
        }
        runOn();
        instance.continueTime(lastMs, lastNs);
        ReplayedEffects replayed = effects;
        unposted.removeAll(replayed.posted());
        effects = null;
        instance.outbox(instance.kernel().outbox(instance.id(), recorder));
        replayed.replyAgain(instance.outbox());
        if (!instance.hasEnded()) {
            replayed.callAgain(instance.outbox(), instance.deployment());
            instance.alarms().schedule();
        }
        // The next steps may have run before the recovery, at this time, and partners may know their results.
        instance.time(lastMs, lastNs);
    }

    private void goOnFrom(InstanceRecord.Snapshot snapshot) {
        lastMs = snapshot.at().epochMs();
        lastNs = snapshot.at().ageNs();
        try {
            openInSnapshot = InstanceSnapshot.read(instance, snapshot.values());
        } catch (RuntimeException | StackOverflowError e) {
            throw new DivergedException(
                    "Instance " + instance.id() + " of '"
                            + instance.deployment().name() + "' cannot be made anew of its snapshot: " + e.getMessage()
                            + ".",
                    e);
        }
        lastFrameOfSnapshot = instance.lastAddress();
        RunQueue queue = instance.runQueue();
        if (queue.steps() != snapshot.at().steps()
                || queue.trace() != snapshot.at().trace()) {
            throw diverged("has a snapshot of other steps");
        }
        instance.time(lastMs, lastNs);
    }

    /**
     * Runs the steps that follow from the last record, because they may have run before, too. Only effects that are
     * still awaited leave the engine, and alarms count from the time at which they were set.
     */
    private void runOn() {
        try {
            for (int i = 0;
                    (i < Worker.TURN_STEPS || !effects.hasPosted())
                            && instance.runQueue().stepOnce(); ) {
                i++;
            }
        } catch (RuntimeException | Error e) {
            instance.broken(e);
        }
    }

    private void follow(InstanceRecord record) {
        RunQueue queue = instance.runQueue();
        if (record instanceof InstanceRecord.Decided) {
            // The next steps ask for the decision.
            int before = next;
            while (next == before) {
                if (!queue.stepOnce()) {
                    throw diverged("waits, but was to ask for something");
                }
            }
            return;
        }
        while (queue.steps() < record.at().steps()) {
            int before = next;
            if (!queue.stepOnce() && next == before) {
                throw diverged("waits after fewer steps");
            }
            if (next != before) {
                // The instance has reached its end, which the step before has recorded.
                return;
            }
        }
        if (record instanceof InstanceRecord.Ended ended) {
            end(ended);
            return;
        }
        if (queue.steps() != record.at().steps() || queue.trace() != record.at().trace()) {
            throw diverged("has done other steps");
        }
        next++;
        lastMs = record.at().epochMs();
        lastNs = record.at().ageNs();
        instance.time(lastMs, lastNs);
        reach(record);
    }

    private void end(InstanceRecord.Ended ended) {
        if (!ended.broken()) {
            throw diverged("goes on, but was to end");
        }
        instance.breakAgain(new Outcome(ended.uncaught(), ended.exitedBy()));
    }

    private void reach(InstanceRecord record) {
        if (record instanceof InstanceRecord.Started) {
            Event.Start.NOW.reach(instance);
        } else if (record instanceof InstanceRecord.Message message) {
            Kernel.reserveAnyway(instance, message.message().weight());
            instance.deliver(message.message(), instance.pendingReceives().place(message.place()));
        } else if (record instanceof InstanceRecord.Answered answered) {
            long bytes = InboundMessage.weight(answered.parts());
            instance.kernel().holdAnyway(bytes);
            Frame caller = frame(answered.frame());
            if (caller == null) {
                instance.takeOverBytes(bytes);
            } else {
                new Event.CallAnswered(caller, answered.parts(), bytes).reach(instance);
            }
        } else if (record instanceof InstanceRecord.Failed failed) {
            long bytes = InboundMessage.weight(failed.fault().data());
            instance.kernel().holdAnyway(bytes);
            Frame caller = frame(failed.frame());
            if (caller == null) {
                instance.takeOverBytes(bytes);
            } else {
                new Event.CallFailed(caller, failed.fault(), bytes).reach(instance);
            }
        } else if (record instanceof InstanceRecord.Rang rang) {
            InstanceAlarm alarm = instance.alarms().find(rang.alarm());
            if (alarm == null) {
                throw diverged("has not set alarm " + rang.alarm());
            }
            alarm.ring();
        } else if (record instanceof InstanceRecord.Terminated) {
            instance.terminate(new CompletableFuture<>());
        }
    }

    /**
     * Returns the frame that has called a partner; null for a frame that was closed before the snapshot, so that the end
     * of its call has no effect.
     */
    private Frame frame(int address) {
        Frame frame = effects.ended(address);
        if (frame == null && (address > lastFrameOfSnapshot || openInSnapshot.contains(address))) {
            throw diverged("has not called a partner by frame " + address);
        }
        return frame;
    }

    private DivergedException diverged(String what) {
        return new DivergedException(sentence(what));
    }

    private String sentence(String what) {
        return "Instance " + instance.id() + " of '" + instance.deployment().name() + "' " + what + " at step "
                + instance.runQueue().steps() + ", unlike in its record " + next + ": "
                + (isReplaying()
                        ? past.get(next).getClass().getSimpleName() + " at step "
                                + past.get(next).at().steps()
                        : "none")
                + ".";
    }
}
