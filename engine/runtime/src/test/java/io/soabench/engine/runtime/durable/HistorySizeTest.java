package io.soabench.engine.runtime.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.record.RecordType;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistorySizeTest {
    private static final int MOST = 10;
    private static final int MANY = 1_000;
    private static final int KIB = 1024;

    private static HistorySize added(HistorySize size, int records, int bytes) {
        for (int i = 0; i < records; i++) {
            size.add(bytes);
        }
        return size;
    }

    private static JournalRecord record(RecordType type, int sequence, int payload) {
        return new JournalRecord(type.number(), 1, sequence, new byte[payload]);
    }

    @Test
    void shouldBeDueWhenThereAreManyRecords() {
        HistorySize size = added(new HistorySize(MOST), MOST - 1, 1);
        assertThat(size.isDue()).isFalse();

        assertThat(added(size, 1, 1).isDue()).isTrue();
        assertThat(size.records()).isEqualTo(MOST);
    }

    @Test
    void shouldBeDueWhenThereAreManyBytes() {
        HistorySize size = added(new HistorySize(MANY), HistorySize.LEAST_RECORDS, 1);
        size.add(MANY * KIB - HistorySize.LEAST_RECORDS - 1);
        assertThat(size.isDue()).isFalse();

        assertThat(added(size, 1, 1).isDue()).isTrue();
    }

    @Test
    void shouldNotBeDueWhenAFewRecordsAreLong() {
        HistorySize size = added(new HistorySize(MANY), HistorySize.LEAST_RECORDS - 1, MANY * KIB);
        assertThat(size.isDue()).isFalse();

        assertThat(added(size, 1, 1).isDue()).isTrue();
    }

    @Test
    void shouldNeverBeDueWithoutABound() {
        assertThat(added(new HistorySize(0), 100_000, KIB).isDue()).isFalse();
    }

    @Test
    void shouldTakeASnapshotThatHasAtMostHalfOfTheBytes() {
        HistorySize size = added(new HistorySize(MOST), MOST, 100);

        assertThat(size.isWorth(500)).isTrue();
        assertThat(size.isWorth(501)).isFalse();
    }

    @Test
    void shouldNotBeDueBeforeTheRecordsHaveTwiceTheBytesOfTheLastSnapshot() {
        HistorySize size = added(new HistorySize(MOST), MOST, 100);
        size.replacedBy(1_000);
        assertThat(size.isDue()).isFalse();
        assertThat(size.records()).isZero();

        assertThat(added(size, 19, 100).isDue()).isFalse();
        assertThat(added(size, 1, 100).isDue()).isTrue();
    }

    @Test
    void shouldWaitForTwiceTheBytesAfterARefusal() {
        HistorySize size = added(new HistorySize(MOST), MOST, 100);
        size.refuse(600);
        assertThat(size.isDue()).isFalse();

        assertThat(added(size, 9, 100).isDue()).isFalse();
        assertThat(added(size, 1, 100).isDue()).isTrue();
        size.refuse(2_500);
        assertThat(added(size, 29, 100).isDue()).isFalse();
        assertThat(added(size, 1, 100).isDue()).isTrue();
    }

    @Test
    void shouldCountTheRecordsOfARecoveredInstanceSinceItsSnapshot() {
        JournalRecord snapshot = record(RecordType.SNAPSHOT, 7, 500);
        List<JournalRecord> history = List.of(
                snapshot,
                record(RecordType.MESSAGE, 8, 100),
                record(RecordType.ANSWERED, 9, 100),
                record(RecordType.RANG, 10, 100));

        HistorySize size = HistorySize.of(3, history);

        assertThat(size.records()).isEqualTo(3);
        // Else the start of an engine would write the states of all instances.
        assertThat(size.isDue()).isFalse();
        assertThat(added(size, 1, 1).isDue()).isFalse();
        assertThat(added(size, 1, 2 * snapshot.ownBytes()).isDue()).isTrue();
    }
}
