package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceObserver;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Outbox;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.Recorder;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The recorder and the outbox of one instance. An effect leaves when all records that were made before it are durable,
 * and after all earlier effects.
 *
 * <p>Threading: the owner of the instance adds records and effects. The thread of the journal reports which records are
 * durable. {@link #release} runs on the executor of the queue. A lock guards the other fields; it is never held while
 * an effect leaves.
 */
final class DurableInstance implements Recorder, Outbox, DurabilityListener {
    private static final int SETTLE_FROM = 16;

    private final DurableInstances all;
    private final long id;
    private final long version;
    private final EffectQueue queue;
    private final ArrayDeque<Held> held = new ArrayDeque<>(2);

    /** The records since the last snapshot. Used by the owner only. */
    private final HistorySize size;

    /** The recorded requests with keys whose answers may not be recorded yet; null for none. Used by the owner only. */
    private List<KeyedRequest> requests;

    /**
     * Whether a snapshot is the last record, because the engine stops. Nothing that follows leaves the engine or is
     * recorded. Used by the owner only.
     */
    private boolean frozen;

    private int settleAt = SETTLE_FROM;

    /** The sequence number of the last record. Used by the owner only. */
    private long recorded;

    /** The sequence number of the last record that is durable. */
    private long durable;

    /** Whether this instance is in the queue, or its effects are leaving. */
    private boolean leaving;

    /** Whether effects may leave; false during the recovery of the engine. */
    private boolean open;

    /**
     * An effect that waits.
     *
     * @param after the sequence number of the last record from which it follows
     */
    private record Held(long after, Runnable effect) {}

    /**
     * Creates the recorder of an instance.
     *
     * @param version the version of its process
     * @param last the sequence number of its last record, which is durable; 0 for a new one
     * @param size the size of its records since the last snapshot
     * @param queue the queue of its effects
     * @param open whether effects may leave before {@link #open}
     */
    DurableInstance(
            DurableInstances all, long id, long version, long last, HistorySize size, EffectQueue queue, boolean open) {
        this.all = all;
        this.id = id;
        this.version = version;
        this.size = size;
        this.queue = queue;
        this.open = open;
        recorded = last;
        durable = last;
    }

    // ---- records

    @Override
    public Outbox outbox() {
        return this;
    }

    /**
     * Appends a record.
     *
     * @throws IllegalArgumentException if it is too long for the journal; then the kernel ends the instance
     */
    @Override
    public void record(InstanceRecord record) {
        if (frozen) {
            return;
        }
        if (record instanceof InstanceRecord.Ended && requests != null) {
            requests.forEach(KeyedRequest::instanceEnds);
        }
        boolean isSnapshot = record instanceof InstanceRecord.Snapshot;
        // The lock is not held here, because the thread of the journal needs it.
        long bytes = all.append(
                InstanceRecords.ofJournal(id, recorded + 1, version, record, isSnapshot ? openRequests() : List.of()),
                this,
                queue);
        recorded++;
        if (isSnapshot) {
            size.replacedBy(bytes);
        } else {
            size.add(bytes);
        }
        frozen = isSnapshot && all.isStopping();
        if (record instanceof InstanceRecord.Started started) {
            note(started.message());
        } else if (record instanceof InstanceRecord.Message message) {
            note(message.message());
        }
    }

    @Override
    public boolean wantsSnapshot() {
        // A snapshot can wait until the disk has written what waits for it.
        return size.isDue() && all.hasRoom();
    }

    /** Appends a snapshot, unless it takes too many bytes for the records that it replaces. */
    @Override
    public boolean offer(InstanceRecord.Snapshot snapshot) {
        if (frozen) {
            return false;
        }
        if (requests != null) {
            // Else a snapshot would have all one-way messages that the instance has taken in its life.
            requests.forEach(KeyedRequest::settleOneWay);
            requests.removeIf(KeyedRequest::isSettled);
        }
        JournalRecord record =
                all.encode(InstanceRecords.ofJournal(id, recorded + 1, version, snapshot, openRequests()));
        if (!size.isWorth(record.ownBytes())) {
            size.refuse(record.ownBytes());
            return false;
        }
        try {
            all.append(record, this, queue);
        } catch (IllegalArgumentException e) {
            // It does not fit a segment, but the records do.
            size.refuse(record.ownBytes());
            return false;
        }
        recorded++;
        all.replaced(size.records());
        size.replacedBy(record.ownBytes());
        return true;
    }

    /** Notes the request with a key that the last record has. */
    private void note(InboundMessage message) {
        if (message.replyTo() instanceof KeyedRequest request) {
            request.recordedBy(all);
            add(request);
        }
    }

    /** Adds a request that a record of the instance has. */
    void add(KeyedRequest request) {
        if (requests == null) {
            requests = new ArrayList<>(1);
        }
        if (requests.size() >= settleAt) {
            requests.removeIf(KeyedRequest::isSettled);
            settleAt = Math.max(SETTLE_FROM, 2 * requests.size());
        }
        requests.add(request);
    }

    /** Returns the requests with keys whose answers are not recorded. */
    private List<KeyedRequest> openRequests() {
        return requests == null
                ? List.of()
                : requests.stream().filter(request -> !request.isSettled()).toList();
    }

    @Override
    public boolean keepsAnswers() {
        return requests != null && !frozen;
    }

    @Override
    public void answers(ReplyTo client, List<Element> parts, Fault fault) {
        if (client instanceof KeyedRequest request && !frozen) {
            request.keepAnswer(parts, fault);
        }
    }

    @Override
    public void refuses(Receipt receipt) {
        if (receipt instanceof KeyedRequest request && !frozen) {
            request.notTaken();
        }
    }

    /** Notes that the next record is durable. Afterwards the journal wakes the queue. */
    @Override
    public void durable(long segment) {
        boolean wake;
        synchronized (this) {
            durable++;
            wake = !leaving && isNextSafe();
            leaving |= wake;
        }
        if (wake) {
            queue.add(this);
        }
    }

    @Override
    public void failed(IOException cause) {
        // Nothing leaves any more, and the owner of the journal gets the error.
    }

    // ---- effects

    private boolean isNextSafe() {
        return !held.isEmpty() && held.getFirst().after() <= durable && open;
    }

    private void leave(Runnable effect) {
        if (frozen) {
            // The next start of the engine comes to it again.
            return;
        }
        synchronized (this) {
            if (leaving || !held.isEmpty() || durable < recorded || !open) {
                held.addLast(new Held(recorded, effect));
                return;
            }
        }
        effect.run();
    }

    /** Returns whether effects wait. */
    synchronized boolean hasHeld() {
        return !held.isEmpty();
    }

    /** Lets the effects leave that have waited for the recovery of the engine, as far as they are safe; called once. */
    void open() {
        boolean wake;
        synchronized (this) {
            open = true;
            wake = !leaving && isNextSafe();
            leaving |= wake;
        }
        if (wake) {
            queue.add(this);
            queue.wake();
        }
    }

    /** Lets the effects leave that are safe; by the executor of the queue. */
    void release() {
        while (true) {
            Runnable effect;
            synchronized (this) {
                if (!isNextSafe()) {
                    leaving = false;
                    return;
                }
                effect = held.removeFirst().effect();
            }
            try {
                effect.run();
            } catch (RuntimeException | Error e) {
                all.failed(e);
            }
        }
    }

    @Override
    public void call(PartnerInvoker invoker, PartnerCall call) {
        leave(() -> {
            try {
                DIRECT.call(invoker, call);
            } catch (RuntimeException | Error e) {
                all.failed(e);
                call.failed(StandardFault.INTERNAL_ERROR.because("The partner could not be called: " + e));
            }
        });
    }

    @Override
    public void reply(ReplyTo client, List<Element> parts) {
        leave(() -> DIRECT.reply(client, parts));
    }

    @Override
    public void fault(ReplyTo client, Fault fault) {
        leave(() -> DIRECT.fault(client, fault));
    }

    @Override
    public void taken(Receipt receipt) {
        leave(() -> DIRECT.taken(receipt));
    }

    @Override
    public void refused(Receipt receipt, Fault fault) {
        leave(() -> DIRECT.refused(receipt, fault));
    }

    @Override
    public void ended(InstanceObserver observer, Fault fault) {
        leave(() -> DIRECT.ended(observer, fault));
    }

    @Override
    public void terminated(CompletableFuture<Boolean> done, boolean wasRunning) {
        leave(() -> DIRECT.terminated(done, wasRunning));
    }
}
