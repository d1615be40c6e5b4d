package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine whose instances record their states when it stops: all that a durable engine does, and what its journal has then. */
class SnapshotIT extends DurableIT {
    @Override
    Duration snapshotAtStop() {
        return Duration.ofSeconds(20);
    }

    @Test
    void shouldEndTheJournalWithTheStates() throws Exception {
        start();
        engine.deployer().deploy("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
        assertThat(send("OneWay", "hint", "a", "first")).isEqualTo(202);
        awaitReceive();
        engine.close();
        assertThat(types()).endsWith(RecordType.SNAPSHOT.number()).contains(RecordType.STARTED.number());

        partner.nextLife();
        start();
        assertThat(engine.running()).isOne();
        assertThat(send("OneWay", "note", "a", "A")).isEqualTo(200);
        assertThat(partner.received(2)).isTrue();
        assertThat(partner.calls().stream().map(call -> call.step() + " " + call.text()))
                .startsWith("1 first", "2 A");
    }

    /** The types of the records, except the answers to requests with keys. */
    private List<Byte> types() throws IOException {
        Path state = folder.resolve("state");
        List<Byte> types = new ArrayList<>();
        try (JournalFolder files = JournalFolder.open(state.resolve("replica-0"))) {
            JournalReader.read(files, new JournalIdentity(DurableFolder.identity(state), 0), (segment, record) -> {
                if (record.instance() > 0) {
                    types.add(record.type());
                }
            });
        }
        return types;
    }
}
