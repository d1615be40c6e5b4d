package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.StateReader;
import io.soabench.engine.runtime.kernel.StateWriter;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayList;
import java.util.List;

/** The processor of {@code pick}, which runs the branch of the first message or alarm (WS-BPEL 2.0, section 11.5). */
public final class PickProcessor implements Processor {
    private final List<OnMessage> messages;
    private final List<OnAlarm> alarms;

    /**
     * Creates a processor.
     *
     * @param messages the branches for messages in document order, at least one
     * @param alarms the branches for alarms in document order
     */
    public PickProcessor(List<OnMessage> messages, List<OnAlarm> alarms) {
        this.messages = List.copyOf(messages);
        this.alarms = List.copyOf(alarms);
    }

    /**
     * A branch for a message.
     *
     * @param reception the message that it waits for
     * @param activity the activity of the branch
     */
    public record OnMessage(Reception reception, Activity activity) {}

    /**
     * A branch for an alarm.
     *
     * @param time the time of the alarm
     * @param activity the activity of the branch
     */
    public record OnAlarm(TimeSpecification time, Activity activity) {}

    @Override
    public void start(Frame frame) {
        for (int i = 0; i < messages.size(); i++) {
            InboundMessage message = messages.get(i).reception().find(frame);
            if (message != null) {
                take(frame, i, message);
                return;
            }
        }
        for (OnMessage message : messages) {
            frame.instance().pendingReceives().requireNoConflict(frame, message.reception());
        }
        List<Worker.Alarm> pending = new ArrayList<>(alarms.size());
        frame.data(pending);
        for (int i = 0; i < alarms.size(); i++) {
            pending.add(alarms.get(i).time().moment(frame).set(frame, i));
        }
        for (OnMessage message : messages) {
            frame.instance().pendingReceives().await(frame, message.reception());
        }
    }

    @Override
    public void alarmDue(Frame frame, int alarm) {
        if (frame.hasChildren()) {
            // The alarm was due together with the message.
            return;
        }
        settle(frame);
        choose(frame, -1, alarm);
    }

    @Override
    public void arrived(Frame frame, MessageWait awaited, InboundMessage message) {
        if (frame.hasChildren()) {
            return;
        }
        settle(frame);
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).reception().equals(awaited)) {
                take(frame, i, message);
                return;
            }
        }
    }

    /** Receives the message of a branch, and starts the branch. */
    private void take(Frame frame, int branch, InboundMessage message) {
        messages.get(branch).reception().accept(frame, message);
        choose(frame, branch, -1);
    }

    /**
     * Starts a branch and skips all others.
     *
     * @param message the index of the branch for a message; -1 for none
     * @param alarm the index of the branch for an alarm; -1 for none
     */
    private void choose(Frame frame, int message, int alarm) {
        for (int i = 0; i < messages.size(); i++) {
            if (i != message) {
                frame.skip(messages.get(i).activity());
            }
        }
        for (int i = 0; i < alarms.size(); i++) {
            if (i != alarm) {
                frame.skip(alarms.get(i).activity());
            }
        }
        frame.start(
                message >= 0
                        ? messages.get(message).activity()
                        : alarms.get(alarm).activity());
    }

    /** Stops waiting for messages and alarms. */
    private static void settle(Frame frame) {
        frame.instance().pendingReceives().stopAwaiting(frame);
        if (frame.data() instanceof List<?> pending) {
            for (Object alarm : pending) {
                ((Worker.Alarm) alarm).cancel();
            }
        }
    }

    @Override
    public void childCompleted(Frame frame, Frame child) {
        frame.complete();
    }

    @Override
    public void terminate(Frame frame) {
        settle(frame);
        Processor.super.terminate(frame);
    }

    @Override
    public List<Activity> children() {
        List<Activity> all = new ArrayList<>();
        messages.forEach(branch -> all.add(branch.activity()));
        alarms.forEach(branch -> all.add(branch.activity()));
        return all;
    }

    @Override
    public List<MessageWait> waits() {
        return List.copyOf(messages.stream().map(OnMessage::reception).toList());
    }

    @Override
    public void write(Frame frame, StateWriter snapshot) {
        snapshot.flag(frame.data() != null);
        if (frame.data() instanceof List<?> pending) {
            snapshot.number(pending.size());
            pending.forEach(alarm -> snapshot.alarm((Worker.Alarm) alarm));
        }
    }

    @Override
    public void read(Frame frame, StateReader snapshot) {
        if (snapshot.flag()) {
            List<Worker.Alarm> pending = new ArrayList<>();
            for (int count = snapshot.count(); count > 0; count--) {
                pending.add(snapshot.alarm());
            }
            frame.data(pending);
        }
    }
}
