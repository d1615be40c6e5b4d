package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFiles;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.JournalStatistics;
import io.soabench.engine.runtime.journal.JournalThread;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.instance.HistoryCollector;
import io.soabench.engine.runtime.journal.instance.InstanceHistory;
import io.soabench.engine.runtime.journal.instance.InstanceLog;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Recorder;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The instances of one kernel that survive a crash of the engine.
 *
 * <pre>
 * open             reads the journal
 * attach           records the instances from now on; called before the first one
 * recover          makes the instances of earlier starts anew; their effects wait
 * letEffectsLeave  lets these effects leave
 * snapshot         records the states of all instances, for another version of the engine
 * freeze           records no more, and keeps later effects back; called before the kernel stops
 * close            writes the records that wait
 * </pre>
 *
 * <p>Threading: one thread calls these methods in this order. All other methods may be called by any thread.
 */
public final class DurableInstances implements Closeable {
    /** The number that changes when the same records would lead to other steps. */
    public static final int SEMANTICS = 1;

    /** The number of records, and of KiB, after which a snapshot replaces them, in an engine without other options. */
    public static final int DEFAULT_SNAPSHOT_RECORDS = 1_000;

    /** The largest number of instances whose records are decoded and that are not made anew yet. */
    private static final int MOST_AT_ONCE = 1_000;

    /** The pause in nanoseconds in which the disk may make room for more snapshots. */
    private static final long ROOM_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The result of a recovery.
     *
     * @param running the number of instances that run again
     * @param ended the number of instances that ended by what follows from their last records
     * @param quarantined sentences, one for each instance that was left alone
     */
    public record Recovered(int running, int ended, List<String> quarantined) {
        /** Copies the list. */
        public Recovered {
            quarantined = List.copyOf(quarantined);
        }
    }

    /** An instance with its decoded records. */
    private record DecodedInstance(
            long id, Deployment deployment, List<InstanceRecord> records, Past past, List<KeyedRequest> requests) {}

    /**
     * The records of an instance before its recovery.
     *
     * @param last the number of the last one
     * @param size their size since the last snapshot
     */
    private record Past(long last, HistorySize size) {}

    private static final DurabilityListener NO_LISTENER = new DurabilityListener() {
        @Override
        public void durable(long segment) {
            // A later record of the instance, or none, waits for this one.
        }

        @Override
        public void failed(IOException cause) {
            // The owner of the journal gets the error.
        }
    };

    private final InstanceLog log;
    private final String name;
    private final ThreadLocal<RecordCodec> codecs = ThreadLocal.withInitial(RecordCodec::new);
    private final RequestKeys keys;
    private final EngineClock clock;
    private final AtomicLong lastAnswer;

    /** The records of instances that are about to be recovered. */
    private final Map<Long, Past> pasts = new ConcurrentHashMap<>();

    /** The requests with keys of instances that are about to be recovered. */
    private final Map<Long, List<KeyedRequest>> received = new ConcurrentHashMap<>();

    private final Deque<DurableInstance> waiting = new ArrayDeque<>();

    /** Whether all {@link #waiting} instances have effects that wait; guarded by {@link #waiting}. */
    private boolean allWait;

    private final AtomicLong nextQueue = new AtomicLong();
    private final AtomicLong recovered = new AtomicLong();
    private final AtomicLong snapshots = new AtomicLong();
    private final AtomicLong replacedRecords = new AtomicLong();
    private final int snapshotRecords;
    private final long highestId;
    private final int toRecover;
    private List<InstanceHistory> histories;
    private List<String> unreadable;
    private List<EffectQueue> queues = List.of();
    private Supplier<Executor> current = () -> null;
    private Map<Executor, EffectQueue> byExecutor = Map.of();
    private Consumer<Throwable> errors = error -> {};
    private JournalThread threads;
    private volatile boolean frozen;

    /** Whether a snapshot is the last record of an instance, because the engine stops. */
    private volatile boolean stopping;

    private DurableInstances(
            InstanceLog log,
            HistoryCollector collector,
            String name,
            EngineClock clock,
            RequestKeys keys,
            int snapshotRecords) {
        this.log = log;
        this.snapshotRecords = snapshotRecords;
        this.name = name;
        this.clock = clock;
        this.keys = keys;
        lastAnswer = new AtomicLong(collector.lowestAnswer());
        histories = collector.histories();
        toRecover = histories.size();
        unreadable = collector.unreadable();
        highestId = collector.highestInstance();
    }

    /**
     * Opens the journal of the instances, which may be new.
     *
     * @param segmentBytes the size of new segments
     * @param keys the requests with keys of all journals of the engine; it gets those of this one
     * @param snapshotRecords the number of records of an instance, and of KiB of them, after which a snapshot replaces
     *     them while it runs; 0 for never
     * @throws IOException if it cannot be read, or an engine with other semantics has left instances in it
     */
    public static DurableInstances open(
            JournalFiles files,
            JournalIdentity owner,
            int segmentBytes,
            EngineClock clock,
            RequestKeys keys,
            int snapshotRecords)
            throws IOException {
        HistoryCollector collector = new HistoryCollector(SEMANTICS);
        JournalSettings settings = new JournalSettings(segmentBytes, SEMANTICS, clock::nanoTime);
        InstanceLog log = InstanceLog.open(files, owner, settings, collector, clock::epochMs);
        DurableInstances instances =
                new DurableInstances(log, collector, "instances-" + owner.replica(), clock, keys, snapshotRecords);
        if (collector.instancesOfOthers() > 0) {
            log.journal().close();
            throw new IOException("The journal has instances that only another version of the engine can make anew ("
                    + collector.instancesOfOthers() + " of semantics "
                    + log.journal().report().semantics() + ", this one has " + SEMANTICS
                    + "); start that version and let them end, or stop it with --snapshot-at-stop and start this one if it"
                    + " is the later one. The command 'journal end' ends instances that it leaves alone.");
        }
        instances.restoreAnswers(collector.answers());
        return instances;
    }

    private void restoreAnswers(List<JournalRecord> answers) {
        List<String> malformed = new ArrayList<>(unreadable);
        for (JournalRecord record : answers) {
            try {
                Recorded recorded = codecs.get().decode(record);
                if (recorded.event() instanceof RecordedEvent.Answer answer) {
                    keys.restore(this, record.instance(), recorded.progress().timeMs(), answer);
                }
            } catch (MalformedRecordException e) {
                malformed.add("An answer to a request with a key cannot be read: " + e.getMessage());
            }
        }
        unreadable = malformed;
    }

    /** Returns the highest number of an instance in the journal; 0 if there is none. */
    public long highestId() {
        return highestId;
    }

    /** Returns sentences about damage of the journal. */
    public List<String> damage() {
        List<String> damage = new ArrayList<>(unreadable);
        log.journal().report().corruptions().forEach(corruption -> damage.add(corruption.description()));
        return damage;
    }

    /** Returns the versions of processes whose instances are in the journal. */
    public Set<Long> versions() {
        Set<Long> versions = new TreeSet<>();
        RecordCodec codec = codecs.get();
        for (InstanceHistory history : histories) {
            try {
                versions.add(version(codec.decode(history.records().get(0)).event()));
            } catch (MalformedRecordException e) {
                // The recovery of the instance reports the malformed record.
            }
        }
        return versions;
    }

    /** Returns the version of the process of an instance with this first record. */
    private static long version(RecordedEvent first) throws MalformedRecordException {
        if (first instanceof RecordedEvent.Started started) {
            return started.version();
        } else if (first instanceof RecordedEvent.Snapshot snapshot) {
            if (snapshot.semantics() > SEMANTICS) {
                throw new MalformedRecordException("a later version of the engine has written its snapshot.");
            }
            return snapshot.version();
        }
        throw new MalformedRecordException("its first record is neither a start nor a snapshot.");
    }

    /**
     * Records the instances of a kernel from now on: those of deployments that are {@link Deployment#stored stored}.
     * Instances that are made anew stay in the journal that they are in. New ones are in the first journal.
     *
     * @param journals the journals of the kernel, at least one
     * @param executors the executors on which effects leave that had to wait, each with one thread
     * @param own returns the executor of the calling thread; null if that thread has none
     * @param failed the receiver of the error of the disk that stops a journal, called at most once for each
     */
    public static void attach(
            Kernel kernel,
            List<DurableInstances> journals,
            List<? extends Executor> executors,
            Supplier<Executor> own,
            Consumer<IOException> failed) {
        for (DurableInstances journal : journals) {
            journal.start(kernel, executors, own, failed);
        }
        List<DurableInstances> others = List.copyOf(journals.subList(1, journals.size()));
        kernel.recordBy((deployment, id) -> {
            DurableInstances home = journals.get(0);
            for (DurableInstances other : others) {
                home = other.pasts.containsKey(id) ? other : home;
            }
            return home.recorder(deployment, id);
        });
    }

    private void start(
            Kernel kernel, List<? extends Executor> executors, Supplier<Executor> own, Consumer<IOException> failed) {
        byExecutor = new ConcurrentHashMap<>();
        List<EffectQueue> made = new ArrayList<>();
        for (Executor executor : executors) {
            EffectQueue queue = new EffectQueue(executor, log.journal()::wake);
            made.add(queue);
            byExecutor.put(executor, queue);
        }
        queues = made;
        current = own;
        errors = kernel::failed;
        threads = JournalThread.start(log.journal(), name, this::wakeQueues, this::compact, failed);
    }

    private void wakeQueues() {
        for (EffectQueue queue : queues) {
            queue.wake();
        }
    }

    private void compact() throws IOException {
        keys.forgetOld();
        log.compact();
    }

    private Recorder recorder(Deployment deployment, long id) {
        if (deployment.version() == 0) {
            return null;
        }
        // Only a recovery fills these maps.
        Past past = pasts.isEmpty() ? null : pasts.remove(id);
        DurableInstance instance = new DurableInstance(
                this,
                id,
                deployment.version(),
                past == null ? 0 : past.last(),
                past == null ? new HistorySize(snapshotRecords) : past.size(),
                queue(),
                past == null);
        List<KeyedRequest> requests = received.isEmpty() ? null : received.remove(id);
        if (requests != null) {
            requests.forEach(instance::add);
        }
        if (past != null) {
            synchronized (waiting) {
                waiting.add(instance);
            }
        }
        return instance;
    }

    /** Returns the queue of the calling thread, so that effects leave where the instance runs; else one in turn. */
    private EffectQueue queue() {
        EffectQueue own = own();
        return own != null ? own : queues.get((int) (nextQueue.getAndIncrement() % queues.size()));
    }

    /** Returns the queue of the calling thread; null if it has none. */
    private EffectQueue own() {
        Executor here = current.get();
        return here == null ? null : byExecutor.get(here);
    }

    // ---- recovery

    /** Returns the number of instances that were recovered or left alone so far. */
    public long recovered() {
        return recovered.get();
    }

    /** Returns the number of instances that are to be recovered. */
    public int toRecover() {
        return toRecover;
    }

    /**
     * Recovers the instances in the journal, and waits until the workers have done so. The effects of these instances
     * wait for {@link #letEffectsLeave()}.
     *
     * @param versions returns the deployment of a version; null if there is none
     * @param workers the way to recover an instance on a worker
     * @param destinations the maker of destinations of answers
     */
    public Recovered recover(LongFunction<Deployment> versions, Recovery workers, ReplyDestinations destinations) {
        Recovering recovering = new Recovering();
        for (int i = 0; i < histories.size(); i++) {
            // Histories may take much memory, so this list gives each one up before its instance is made anew.
            InstanceHistory history = histories.set(i, null);
            try {
                DecodedInstance one = decode(history, versions, destinations);
                pasts.put(one.id(), one.past());
                if (!one.requests().isEmpty()) {
                    received.put(one.id(), one.requests());
                }
                recovering.begin();
                var unused = begin(one, workers).whenComplete((result, error) -> recovering.ended(one, result));
            } catch (MalformedRecordException e) {
                recovering.quarantine("Instance " + history.instance() + " is left alone: " + e.getMessage());
                recovered.incrementAndGet();
            }
        }
        histories = List.of();
        return recovering.await();
    }

    /** The instances that workers make anew at the moment, and the results of the others. Thread-safe. */
    private final class Recovering {
        private final List<String> quarantined = new ArrayList<>();
        private int begun;
        private int running;
        private int ended;

        /** Waits while too many instances are begun, since their records take memory. Then counts one more. */
        synchronized void begin() {
            awaitFewerThan(MOST_AT_ONCE);
            begun++;
        }

        private void awaitFewerThan(int most) {
            boolean interrupted = false;
            while (begun >= most) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // The start goes on, and the thread is interrupted again afterwards.
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        synchronized void ended(DecodedInstance one, RecoveryResult result) {
            recovered.incrementAndGet();
            begun--;
            // Now, as the thread that waits cannot go on before this method has ended, in whatever way.
            notifyAll();
            if (result == RecoveryResult.RUNS) {
                running++;
            } else if (result == RecoveryResult.ENDED) {
                ended++;
            } else {
                one.requests().forEach(KeyedRequest::leftAlone);
                quarantine("Instance " + one.id() + " is left alone: it "
                        + (result == null ? "could not be made anew." : "does other steps than its records say."));
            }
        }

        synchronized void quarantine(String sentence) {
            quarantined.add(sentence);
        }

        synchronized Recovered await() {
            awaitFewerThan(1);
            return new Recovered(running, ended, quarantined);
        }
    }

    private CompletableFuture<RecoveryResult> begin(DecodedInstance one, Recovery workers) {
        try {
            return workers.recover(one.deployment(), one.id(), one.records());
        } catch (RuntimeException | Error e) {
            failed(e);
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The way in which an instance is recovered on a worker. */
    @FunctionalInterface
    public interface Recovery {
        /** Recovers an instance, see {@link Kernel#recover}. */
        CompletableFuture<RecoveryResult> recover(Deployment deployment, long id, List<InstanceRecord> records);
    }

    private DecodedInstance decode(
            InstanceHistory history, LongFunction<Deployment> versions, ReplyDestinations destinations)
            throws MalformedRecordException {
        if (!history.complete()) {
            throw new MalformedRecordException("some of its records are missing.");
        }
        RecordCodec codec = codecs.get();
        long version = version(codec.decode(history.records().get(0)).event());
        Deployment deployment = versions.apply(version);
        if (deployment == null) {
            throw new MalformedRecordException("there is no version " + version + " of its process.");
        }
        ReceivedRequests requests = new ReceivedRequests(keys, this, deployment);
        InstanceRecords form = new InstanceRecords(version, deployment.program(), destinations, requests);
        List<InstanceRecord> records = new ArrayList<>();
        long last = 0;
        try {
            for (JournalRecord record : history.records()) {
                Recorded decoded = codec.decode(record);
                records.add(form.ofInstance(decoded));
                last = decoded.sequence();
            }
        } catch (MalformedRecordException e) {
            requests.found().forEach(KeyedRequest::leftAlone);
            throw e;
        }
        Past past = new Past(last, HistorySize.of(snapshotRecords, history.records()));
        return new DecodedInstance(history.instance(), deployment, records, past, requests.found());
    }

    /** Lets the effects leave that waited for all instances, and those of later events. */
    public void letEffectsLeave() {
        letEffectsLeave(Integer.MAX_VALUE);
    }

    /**
     * Lets the effects of some more instances leave, so that partners do not get the calls of all instances at once.
     * The first call also releases all instances without waiting effects, which do not count.
     *
     * @param most the number of instances
     * @return whether effects of more instances wait; their later effects wait, too
     */
    public boolean letEffectsLeave(int most) {
        List<DurableInstance> next = new ArrayList<>();
        boolean more;
        synchronized (waiting) {
            if (!allWait) {
                // At the first call only, so that later calls do not visit all instances again.
                allWait = true;
                waiting.removeIf(instance -> !instance.hasHeld() && next.add(instance));
            }
            for (int count = 0; count < most && !waiting.isEmpty(); count++) {
                next.add(waiting.removeFirst());
            }
            more = !waiting.isEmpty();
        }
        next.forEach(DurableInstance::open);
        return more;
    }

    // ---- while it runs

    /**
     * Appends a record, unless the engine stops.
     *
     * @param queue the queue that calls the journal for the record; null for none
     * @return its bytes
     * @throws IllegalArgumentException if it is too long for the journal
     */
    int append(Recorded record, DurabilityListener listener, EffectQueue queue) {
        if (frozen) {
            return 0;
        }
        JournalRecord encoded = encode(record);
        append(encoded, listener, queue);
        return encoded.ownBytes();
    }

    /** Returns the form of a record in the journal. */
    JournalRecord encode(Recorded record) {
        return codecs.get().encode(record);
    }

    /**
     * Appends an encoded record, unless the engine stops.
     *
     * @param queue the queue that calls the journal for the record; null for none
     * @throws IllegalArgumentException if it is too long for the journal
     */
    void append(JournalRecord record, DurabilityListener listener, EffectQueue queue) {
        if (frozen) {
            return;
        }
        log.appendQuietly(record, listener);
        if (queue == null) {
            log.journal().wake();
        } else {
            queue.appended();
        }
    }

    /** Returns the number of another answer, which is negative. */
    long nextAnswer() {
        return lastAnswer.decrementAndGet();
    }

    /**
     * Appends the answer to a request with a key.
     *
     * @param number its number, see {@link #nextAnswer}
     * @throws IllegalArgumentException if it is too long for the journal
     */
    void keep(long number, long doneMs, RecordedEvent.Answer answer) {
        append(new Recorded(number, 1, Progress.at(doneMs), answer), NO_LISTENER, own());
    }

    /** Gives up the answer to a request with a key. */
    void forget(long number) {
        RecordedEvent end = new RecordedEvent.Ended(RecordedEvent.Ended.Ending.COMPLETED, null);
        append(new Recorded(number, 2, Progress.at(clock.epochMs()), end), NO_LISTENER, own());
    }

    /** Notes that a snapshot has replaced a number of records of a running instance. */
    void replaced(int records) {
        snapshots.incrementAndGet();
        replacedRecords.addAndGet(records);
    }

    /** Returns the number of snapshots since the start that have replaced records of running instances. */
    public long snapshots() {
        return snapshots.get();
    }

    /** Returns the number of records that these snapshots have replaced. */
    public long replacedRecords() {
        return replacedRecords.get();
    }

    void failed(Throwable error) {
        errors.accept(error);
    }

    /** Returns whether new work should be taken, see {@link Journal#hasRoom}. */
    public boolean hasRoom() {
        return log.journal().hasRoom();
    }

    /** Returns the figures of the journal. */
    public JournalStatistics statistics() {
        return log.journal().statistics();
    }

    /** Returns the bytes of records of instances that have not ended. */
    public long liveBytes() {
        return log.liveBytes();
    }

    /** Returns the number of instances that have records and have not ended. */
    public int liveInstances() {
        return log.liveInstances();
    }

    // ---- the end

    /** Returns whether a snapshot is the last record of an instance. */
    boolean isStopping() {
        return stopping;
    }

    /**
     * Records the states of all instances of a kernel, as the last records of them, so that another version of the
     * engine can go on from them. An instance that cannot do so in the given time keeps its records. To be called when
     * no instance starts any more.
     *
     * @param journals the journals of the kernel
     * @param atMost the longest wait
     * @param clock the clock of that wait
     * @return the number of instances that keep their records
     */
    public static int snapshot(Kernel kernel, List<DurableInstances> journals, Duration atMost, EngineClock clock) {
        long endNs = clock.nanoTime() + atMost.toNanos();
        journals.forEach(journal -> journal.stopping = true);
        long[] ids = kernel.ids();
        int kept = 0;
        for (int from = 0; from < ids.length; from += MOST_AT_ONCE) {
            List<CompletableFuture<Boolean>> asked = new ArrayList<>();
            for (int i = from; i < Math.min(ids.length, from + MOST_AT_ONCE); i++) {
                asked.add(kernel.snapshot(ids[i]));
            }
            for (CompletableFuture<Boolean> one : asked) {
                kept += isDone(one, endNs - clock.nanoTime()) ? 0 : 1;
            }
            while (!journals.stream().allMatch(DurableInstances::hasRoom) && clock.nanoTime() - endNs < 0) {
                LockSupport.parkNanos(ROOM_PAUSE_NS);
            }
        }
        return kept;
    }

    private static boolean isDone(CompletableFuture<Boolean> snapshot, long atMostNs) {
        try {
            return snapshot.get(Math.max(0, atMostNs), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /**
     * Stops recording, and keeps all effects back that follow from later events. The next start of the engine goes on
     * from the last records.
     */
    public void freeze() {
        frozen = true;
    }

    /**
     * Writes the records that wait, and closes the journal. Its files stay open.
     *
     * @throws IOException if the disk does not answer
     */
    @Override
    public void close() throws IOException {
        frozen = true;
        if (threads == null) {
            log.journal().close();
        } else {
            threads.close();
        }
    }
}
