package io.soabench.engine.bench;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * A writer of the folder that an earlier version of the engine would have left. All records of the instances are
 * written again, in their order, with semantics that are lower by one. An engine accepts the states in such a folder
 * and refuses the histories. One thread uses it.
 */
final class EarlierVersion {
    /** The semantics of the earlier version. */
    private static final int SEMANTICS = DurableInstances.SEMANTICS - 1;

    /** The records that are written and forced together. */
    private static final int GROUP = 5_000;

    private final RecordCodec codec = new RecordCodec();
    private final Journal journal;
    private int waiting;
    private int states;
    private long historyBytes;
    private long stateBytes;

    /**
     * The sizes of the records of instances.
     *
     * @param states the number of recorded states
     * @param historyBytes bytes of all other records
     * @param stateBytes bytes of the recorded states
     */
    record Size(int states, long historyBytes, long stateBytes) {}

    private EarlierVersion(Journal journal) {
        this.journal = journal;
    }

    /**
     * Writes the folder of an engine that has one replica and has ended.
     *
     * @param original the folder
     * @param earlier the new folder
     * @param clockNs a monotonic clock
     */
    static Size write(Path original, Path earlier, LongSupplier clockNs) throws IOException {
        BenchFolder.copyTo(original, earlier);
        BenchFolder.delete(DurableFolder.replica(earlier, 0));
        JournalIdentity owner = new JournalIdentity(DurableFolder.identity(original), 0);
        JournalSettings settings = new JournalSettings(JournalSettings.SEGMENT_BYTES, SEMANTICS, clockNs);
        try (JournalFolder from = JournalFolder.open(DurableFolder.replica(original, 0));
                JournalFolder to = JournalFolder.open(DurableFolder.replica(earlier, 0));
                Journal journal = Journal.open(to, owner, settings, (segment, record) -> {})) {
            EarlierVersion version = new EarlierVersion(journal);
            JournalReader.read(from, owner, (segment, record) -> version.write(record));
            journal.work();
            if (journal.failure() != null) {
                throw journal.failure();
            }
            return new Size(version.states, version.historyBytes, version.stateBytes);
        }
    }

    private void write(JournalRecord record) {
        boolean isState = record.type() == RecordType.SNAPSHOT.number();
        if (isState) {
            states++;
            stateBytes += record.bytes();
        } else if (record.instance() > 0) {
            historyBytes += record.bytes();
        }
        journal.append(isState ? ofEarlier(record) : record, new DurabilityListener() {
            @Override
            public void durable(long segment) {
                // The failure of the journal is looked at in the end.
            }

            @Override
            public void failed(IOException cause) {
                // The same.
            }
        });
        if (++waiting % GROUP == 0) {
            journal.work();
        }
    }

    private JournalRecord ofEarlier(JournalRecord record) {
        try {
            Recorded recorded = codec.decode(record);
            RecordedEvent.Snapshot state = (RecordedEvent.Snapshot) recorded.event();
            return codec.encode(new Recorded(
                    recorded.instance(),
                    recorded.sequence(),
                    recorded.progress(),
                    new RecordedEvent.Snapshot(
                            state.version(), SEMANTICS, state.startBytes(), state.requests(), state.values())));
        } catch (MalformedRecordException e) {
            throw new IllegalStateException("a state of this engine cannot be read again: " + e.getMessage(), e);
        }
    }
}
