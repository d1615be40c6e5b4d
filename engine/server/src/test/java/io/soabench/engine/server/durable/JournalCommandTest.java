package io.soabench.engine.server.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedMessage;
import io.soabench.engine.runtime.journal.record.RecordedRequest;
import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command, run on the folder of a durable engine with one process and some instances. */
class JournalCommandTest {
    private static final UUID ENGINE = new UUID(3, 5);
    private static final int SEGMENT = 64 * 1024;

    @TempDir
    private Path temporary;

    private final RecordCodec codec = new RecordCodec();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        folder = temporary.resolve("state");
        try (DurableFolder state = DurableFolder.open(folder, ENGINE);
                DeploymentStore store = DeploymentStore.open(state, () -> 1_000)) {
            store.deploy("Hello", new byte[] {1}, 7, new TreeMap<>(Map.of("zone", "Z")));
            try (JournalFolder files = JournalFolder.open(state.replica(0))) {
                Journal journal = Journal.open(
                        files,
                        new JournalIdentity(ENGINE, 0),
                        new JournalSettings(SEGMENT, 2, () -> 0),
                        (segment, record) -> {});
                Element part = Element.text("h", "urn:h", "name", "Ada");
                JournalRecord start = record(
                        5,
                        0,
                        new RecordedEvent.Started(
                                1, new RecordedMessage(0, List.of(part), null, null, "k"), List.of()));
                append(journal, start);
                append(
                        journal,
                        record(5, 1, new RecordedEvent.Failed(4, Fault.of(new QualifiedName("urn:h", "f"), "why"))));
                append(journal, record(6, 0, new RecordedEvent.Rang(3)));
                append(journal, record(5, 0, new RecordedEvent.History(List.of(start))));
                journal.close();
            }
        }
    }

    private JournalRecord record(long instance, long sequence, RecordedEvent event) {
        return codec.encode(new Recorded(instance, sequence, new Progress(9, 1_000, 0, 0xAB), event));
    }

    private static void append(Journal journal, JournalRecord record) {
        append(journal, record, 1);
    }

    private static void append(Journal journal, JournalRecord record, long expectedSegment) {
        journal.append(record, new DurabilityListener() {
            @Override
            public void durable(long segment) {
                assertThat(segment).isEqualTo(expectedSegment);
            }

            @Override
            public void failed(IOException cause) {
                throw new AssertionError(cause);
            }
        });
        journal.work();
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new JournalCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private void damage() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(
                folder.resolve("replica-0/0000000001.journal").toFile(), "rw")) {
            // The third batch: the header of the segment and two batches take a block each.
            file.seek(3 * 4096 + 70);
            file.write(0x55);
        }
    }

    @Test
    void shouldVerifyAHealthyFolder() throws IOException {
        assertThat(run("verify", folder.toString())).isZero();

        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"journal\":\"deployments\",\"batches\":2,\"records\":1,\"segments\":1,\"semantics\":[0],"
                                + "\"corruptions\":[]}",
                        "{\"journal\":\"replica-0\",\"batches\":5,\"records\":4,\"segments\":1,\"semantics\":[2],"
                                + "\"corruptions\":[]}");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldShowEveryRecord() throws IOException {
        assertThat(run("show", folder.toString())).isZero();

        List<JsonNode> lines = lines();
        assertThat(lines)
                .extracting(line -> line.path("type").asText())
                .containsExactly("DEPLOYED", "STARTED", "FAILED", "RANG", "HISTORY");
        assertThat(lines.get(0).path("values").path("settings").path("zone").asText())
                .isEqualTo("Z");
        assertThat(out.toString().lines().skip(1).findFirst())
                .contains("{\"journal\":\"replica-0\",\"segment\":1,\"type\":\"STARTED\",\"instance\":5,\"sequence\":0,"
                        + "\"steps\":9,\"time\":\"1970-01-01T00:00:01Z\",\"trace\":\"ab\",\"values\":{\"version\":1,"
                        + "\"message\":{\"operation\":0,\"parts\":[\"<h:name xmlns:h=\\\"urn:h\\\">Ada</h:name>\"],"
                        + "\"addressing\":null,\"replyForm\":null,\"key\":\"k\"},\"join\":[]}}");
        assertThat(lines.get(2).path("values").path("fault").path("name").asText())
                .isEqualTo("{urn:h}f");
        JsonNode copy = lines.get(4).path("values").path("records").get(0);
        assertThat(copy.path("type").asText()).isEqualTo("STARTED");
    }

    @Test
    void shouldExportOneInstance() throws IOException {
        assertThat(run("export", folder.toString(), "5")).isZero();

        assertThat(lines()).extracting(line -> line.path("type").asText()).containsExactly("STARTED", "FAILED");

        assertThat(run("export", folder.toString(), "77")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "soabench-engine: There is no record of instance 77; 'journal show' prints all records.\n");
    }

    private void openInstances() throws IOException {
        EngineClock clock = new SystemEngineClock();
        try (JournalFolder files = JournalFolder.open(folder.resolve("replica-0"));
                DurableInstances instances = DurableInstances.open(
                        files,
                        new JournalIdentity(ENGINE, 0),
                        SEGMENT,
                        clock,
                        new RequestKeys(RequestKeys.Bounds.DEFAULT, clock),
                        DurableInstances.DEFAULT_SNAPSHOT_RECORDS)) {
            assertThat(instances.toRecover()).isZero();
        }
    }

    @Test
    void shouldListTheInstancesThatHaveNotEnded() throws IOException {
        assertThat(run("instances", folder.toString())).isZero();

        assertThat(out.toString().lines()).hasSize(2);
        assertThat(out.toString())
                .containsPattern(
                        "\\{\"journal\":\"replica-0\",\"instance\":5,\"records\":2,\"bytes\":\\d+,\"complete\":true,"
                                + "\"first\":\"1970-01-01T00:00:01Z\",\"last\":\"1970-01-01T00:00:01Z\",\"semantics\":\\[2\\]\\}")
                .containsPattern("\"instance\":6,\"records\":1,\"bytes\":\\d+,\"complete\":false,");
    }

    /** Without that, no engine with other semantics would ever start with this folder. */
    @Test
    void shouldEndInstancesThatNoEngineCanMakeAnew() throws IOException {
        assertThatThrownBy(this::openInstances)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 of semantics [2]")
                .hasMessageContaining("The command 'journal end'");

        assertThat(run("end", folder.toString(), "6")).isZero();

        assertThat(out.toString())
                .isEqualToIgnoringNewLines("{\"journal\":\"replica-0\",\"instance\":6,\"ended\":true}");
        assertThat(run("instances", folder.toString())).isZero();
        assertThat(lines()).extracting(line -> line.path("instance").asLong()).containsExactly(5L);
        assertThatThrownBy(this::openInstances).hasMessageContaining("1 of semantics [1, 2]");
        assertThat(run("end", folder.toString(), "6")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "soabench-engine: There is no instance 6 that has not ended; 'journal instances' prints those that"
                                + " there are.");

        assertThat(run("end", folder.toString(), "5")).isZero();
        assertThat(run("verify", folder.toString())).isZero();
        assertThat(run("export", folder.toString(), "5")).isZero();
        List<JsonNode> records = lines();
        assertThat(records)
                .extracting(line -> line.path("type").asText())
                .containsExactly("STARTED", "FAILED", "ENDED");
        assertThat(records.get(2).path("values").path("ending").asText()).isEqualTo("REPAIRED");
        openInstances();
    }

    /** As an engine leaves it that replaces a long history while the instance runs, and then copies the snapshot. */
    @Test
    void shouldShowSnapshotsAndWhatTheyReplace() throws IOException {
        try (JournalFolder files = JournalFolder.open(folder.resolve("replica-0"))) {
            Journal journal = Journal.open(
                    files,
                    new JournalIdentity(ENGINE, 0),
                    new JournalSettings(SEGMENT, 2, () -> 0),
                    (segment, record) -> {});
            JournalRecord snapshot = record(
                    5,
                    2,
                    new RecordedEvent.Snapshot(
                            1,
                            2,
                            9,
                            List.of(new RecordedRequest("Hello/client/run", "k", "f", 1_000, false)),
                            List.of(7L, "text", Element.text("h", "urn:h", "name", "Ada"))));
            JournalRecord next = record(5, 3, new RecordedEvent.Rang(1));
            append(journal, snapshot, 2);
            append(journal, next, 2);
            append(journal, record(5, 3, new RecordedEvent.History(List.of(snapshot, next))), 2);
            journal.close();
        }

        assertThat(run("verify", folder.toString())).isZero();
        assertThat(lines().get(1).path("records").asInt()).isEqualTo(7);

        assertThat(run("show", folder.toString())).isZero();
        assertThat(lines())
                .extracting(line -> line.path("type").asText())
                .containsExactly("DEPLOYED", "STARTED", "FAILED", "RANG", "HISTORY", "SNAPSHOT", "RANG", "HISTORY");
        JsonNode values = lines().get(5).path("values");
        assertThat(values.path("semantics").asInt()).isEqualTo(2);
        assertThat(values.path("requests").get(0).path("key").asText()).isEqualTo("k");
        assertThat(values.path("values").toString())
                .isEqualTo("[7,\"text\",\"<h:name xmlns:h=\\\"urn:h\\\">Ada</h:name>\"]");

        assertThat(run("export", folder.toString(), "5")).isZero();
        assertThat(lines())
                .extracting(line ->
                        line.path("sequence").asInt() + " " + line.path("type").asText())
                .containsExactly("0 STARTED", "1 FAILED", "2 SNAPSHOT", "3 RANG");
    }

    @Test
    void shouldReportDamageAndCutItOff() throws IOException {
        damage();

        assertThat(run("verify", folder.toString())).isEqualTo(1);

        JsonNode corruption = lines().get(1).path("corruptions").get(0);
        assertThat(corruption.path("firstBatch").asLong()).isEqualTo(3);
        assertThat(corruption.path("description").asText()).startsWith("Batches 3 to 3 are lost;");

        assertThat(run("cut", folder.toString(), "replica-0", "3")).isZero();
        assertThat(lines().get(0).path("records").asLong()).isEqualTo(2);
        assertThat(run("verify", folder.toString())).isZero();
        assertThat(run("show", folder.toString())).isZero();
        assertThat(lines())
                .extracting(line -> line.path("type").asText())
                .containsExactly("DEPLOYED", "STARTED", "FAILED");
    }

    @Test
    void shouldRefuseWhatItCannotDo() throws IOException {
        assertThat(run("cut", folder.toString(), "replica-9", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no journal 'replica-9'; there are [deployments, replica-0].");
        assertThat(run("cut", folder.toString(), "replica-0", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("Batches have numbers from 1 on, but not 0.");
        assertThat(run("verify", temporary.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("has no file engine.id");
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("verify", "show", "export", "instances", "end", "cut");
        try (JournalFolder files = JournalFolder.open(folder.resolve("replica-0"))) {
            assertThat(files.list()).isNotEmpty();
            assertThat(run("show", folder.toString())).isEqualTo(2);
            assertThat(err.toString()).contains("is in use by another engine");
        }
    }
}
