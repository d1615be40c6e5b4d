package io.soabench.engine.stress;

import io.soabench.engine.runtime.handover.Mailbox;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A test of two threads with events for one instance, as {@code Instance.handle} has them. One thread tries to run the
 * instance at once, and the other one puts two events into its mailbox. All events are handled once, by one owner at a
 * time (the count is a plain field), and the instance has no owner at the end.
 */
@JCStressTest
@Outcome(
        id = "3, 1, 0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "all was handled, nobody owns it, mail of one thread in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, out of order, two owners, or nobody released")
@State
public class MailboxStress {
    private final Mailbox<Integer> mailbox = new Mailbox<>();
    private int handled;
    private int last = 1;
    private int disorder;

    private void handle(int event) {
        handled++;
        if (event > 0) {
            disorder += event > last ? 0 : 1;
            last = event;
        }
    }

    private void turn() {
        do {
            for (Mailbox.Entry<Integer> entry = mailbox.drain(); entry != null; entry = entry.next()) {
                handle(entry.content());
            }
        } while (!mailbox.release());
    }

    /** Runs it at once if it can. */
    @Actor
    public void atOnce() {
        if (mailbox.take()) {
            handle(0);
            turn();
        } else if (mailbox.put(0)) {
            turn();
        }
    }

    /** Puts two events of one thread. */
    @Actor
    public void byMail() {
        if (mailbox.put(2)) {
            turn();
        }
        if (mailbox.put(3)) {
            turn();
        }
    }

    /** Collects the rest. */
    @Arbiter
    public void end(IIII_Result result) {
        result.r1 = handled;
        result.r2 = mailbox.take() ? 1 : 0;
        result.r3 = disorder;
        result.r4 = mailbox.drain() == null ? 1 : 0;
    }
}
