package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.xml.Element;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The outbox of an instance that is being recovered. It keeps calls without a recorded answer, and replies without a
 * record that they were posted. It drops acknowledgements, because their connections have ended with the engine.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class ReplayedEffects implements Outbox {
    private final Map<Integer, Call> calls = new LinkedHashMap<>();
    private final Map<Integer, Reply> replies = new TreeMap<>();
    private final Set<Integer> posted = new HashSet<>();
    private final int lastPosted;
    private int lastReply;

    /** Creates the outbox of an instance with these records. */
    ReplayedEffects(List<InstanceRecord> records) {
        int last = 0;
        for (InstanceRecord record : records) {
            if (record instanceof InstanceRecord.Posted reply) {
                posted.add(reply.reply());
                last = Math.max(last, reply.reply());
            }
        }
        lastPosted = last;
    }

    private record Call(PartnerInvoker invoker, PartnerCall call) {}

    /** A reply or, with a fault, a refusal. */
    private record Reply(ReplyTo client, List<Element> parts, Fault fault) {}

    @Override
    public void call(PartnerInvoker invoker, PartnerCall call) {
        calls.put(call.frame().address(), new Call(invoker, call));
    }

    @Override
    public void reply(ReplyTo client, List<Element> parts) {
        add(new Reply(client, parts, null));
    }

    @Override
    public void fault(ReplyTo client, Fault fault) {
        add(new Reply(client, List.of(), fault));
    }

    private void add(Reply reply) {
        lastReply++;
        keep(lastReply, reply);
    }

    private void keep(int number, Reply reply) {
        if (!posted.contains(number)) {
            replies.put(number, reply);
        }
    }

    @Override
    public void taken(Receipt receipt) {
        // The connection has ended with the engine.
    }

    @Override
    public void refused(Receipt receipt, Fault fault) {
        // The connection has ended with the engine.
    }

    @Override
    public void ended(InstanceObserver observer, Fault fault) {
        observer.ended(fault);
    }

    @Override
    public void terminated(CompletableFuture<Boolean> done, boolean wasRunning) {
        done.complete(wasRunning);
    }

    /** Removes the call of a frame, which has ended, and returns the frame; null when there is no such call. */
    Frame ended(int address) {
        Call call = calls.remove(address);
        return call == null ? null : call.call().frame();
    }

    /** Returns whether the instance has sent again all replies that were posted before. */
    boolean hasPosted() {
        return lastReply >= lastPosted;
    }

    /** Goes on after a snapshot, before which the instance has given a number of replies. */
    void goOnAfter(int number) {
        lastReply = number;
    }

    /** Adds a reply from before the snapshot. */
    void add(int number, ReplyTo client, List<Element> parts, Fault fault) {
        keep(number, new Reply(client, parts, fault));
    }

    /** Returns the numbers of the replies that were posted. */
    Set<Integer> posted() {
        return posted;
    }

    /** Sends the replies that may not have left the engine. */
    void replyAgain(Outbox outbox) {
        for (Reply reply : replies.values()) {
            if (reply.fault() == null) {
                outbox.reply(reply.client(), reply.parts());
            } else {
                outbox.fault(reply.client(), reply.fault());
            }
        }
    }

    /**
     * Sends the calls without a recorded answer that are still awaited, or fails them where the partner must not get
     * them twice. For an instance that has not ended.
     */
    void callAgain(Outbox outbox, Deployment deployment) {
        for (Call call : calls.values()) {
            if (call.call().isAbandoned()) {
                continue;
            }
            PartnerOperation operation = call.call().operation();
            if (deployment.failsAfterCrash(operation.partnerLink())) {
                call.call()
                        .failed(StandardFault.PARTNER_FAILURE.because(
                                "The engine was started again after it had called partner '"
                                        + operation.partnerLinkName()
                                        + "', and does not know whether the call was done."));
            } else {
                outbox.call(call.invoker(), call.call());
            }
        }
    }
}
