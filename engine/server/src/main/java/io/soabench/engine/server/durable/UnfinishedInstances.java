package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.JournalFiles;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.RecordHandler;
import io.soabench.engine.runtime.journal.instance.HistoryCollector;
import io.soabench.engine.runtime.journal.instance.InstanceHistory;
import io.soabench.engine.runtime.journal.instance.InstanceLog;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.kernel.EngineClock;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The instances in one journal that have not ended, of an engine that does not run. An instance that no engine can make
 * anew stays among them until it is ended here. No state.
 *
 * <p>Threading: one thread.
 */
final class UnfinishedInstances {
    /**
     * One instance.
     *
     * @param history its records
     * @param semantics the semantics of the engines that wrote the records that are needed
     */
    record Unfinished(InstanceHistory history, Set<Integer> semantics) {}

    private UnfinishedInstances() {}

    /**
     * Returns the instances in the order of their first records.
     *
     * @throws IOException if the journal cannot be read
     */
    static List<Unfinished> of(JournalFiles files, JournalIdentity owner) throws IOException {
        HistoryCollector collector = new HistoryCollector();
        Map<Long, Set<Integer>> semantics = new HashMap<>();
        JournalReader.read(files, owner, new RecordHandler() {
            private int current;

            @Override
            public void semantics(int number) {
                current = number;
            }

            @Override
            public void record(long segment, JournalRecord record) {
                collector.take(record);
                Set<Integer> own = semantics.computeIfAbsent(record.instance(), first -> new TreeSet<>());
                if (record.type() == RecordType.SNAPSHOT.number()) {
                    // It replaces all records before.
                    own.clear();
                }
                own.add(current);
            }
        });
        return collector.histories().stream()
                .map(history -> new Unfinished(history, semantics.get(history.instance())))
                .toList();
    }

    /**
     * Records the end of an instance. The engine gives up its records then.
     *
     * @return false if there is no such instance; nothing is changed then
     * @throws IOException if the end may not be on the disk
     */
    static boolean end(JournalFiles files, JournalIdentity owner, long instance, EngineClock clock) throws IOException {
        List<JournalRecord> records = of(files, owner).stream()
                .map(Unfinished::history)
                .filter(history -> history.instance() == instance)
                .findFirst()
                .map(InstanceHistory::records)
                .orElse(List.of());
        if (records.isEmpty()) {
            return false;
        }
        Recorded end = new Recorded(
                instance,
                records.get(records.size() - 1).sequence() + 1,
                Progress.at(clock.epochMs()),
                new RecordedEvent.Ended(RecordedEvent.Ended.Ending.REPAIRED, null));
        JournalSettings settings =
                new JournalSettings(JournalSettings.SEGMENT_BYTES, DurableInstances.SEMANTICS, clock::nanoTime);
        InstanceLog log = InstanceLog.open(files, owner, settings, new HistoryCollector(), clock::epochMs);
        Written written = new Written();
        log.appendQuietly(new RecordCodec().encode(end), written);
        log.journal().close();
        written.check(instance);
        return true;
    }

    /** The outcome of the append. */
    private static final class Written implements DurabilityListener {
        private boolean durable;
        private IOException failure;

        @Override
        public void durable(long segment) {
            durable = true;
        }

        @Override
        public void failed(IOException cause) {
            failure = cause;
        }

        private void check(long instance) throws IOException {
            if (!durable) {
                throw new IOException(
                        "The end of instance " + instance + " could not be written"
                                + (failure == null ? "" : " (" + failure.getMessage() + ")") + "; check the disk.",
                        failure);
            }
        }
    }
}
