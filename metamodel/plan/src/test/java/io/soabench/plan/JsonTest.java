package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.RunRecord.ExecutionRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonTest {

    private static final RunRecord RECORD = new RunRecord(
            "20261121-120000",
            new ModelOrigin("quickstart", "", 42, "short", "abc"),
            "local",
            "2026-11-21T12:00:00Z",
            null,
            State.RUNNING,
            "",
            List.of(new ExecutionRecord("Sequential-office-engine", 1, State.PENDING, "", "")));

    @TempDir
    Path folder;

    @Test
    void shouldReadBackWhatItWrote() {
        Path file = folder.resolve("runs/run.json");

        Json.write(file, RECORD);

        assertThat(Json.read(file, RunRecord.class)).isEqualTo(RECORD);
    }

    @Test
    void shouldLeaveOutWhatIsNotThereAndKeepTheOrderOfTheRecord() {
        assertThat(Json.text(RECORD))
                .startsWith(
                        "{\n  \"format\" : 1,\n  \"id\" : \"20261121-120000\",\n  \"origin\" : {\n    \"testbed\" : \"quickstart\"")
                .doesNotContain("endedAt")
                .doesNotContain("\r")
                .endsWith("}\n");
    }

    @Test
    void shouldWriteTheSameBytesWhenTheLocaleIsAnother() {
        Locale before = Locale.getDefault();
        String expected = Json.text(RECORD);
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));
            assertThat(Json.text(RECORD)).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldGiveAReasonWithoutThePathWhenItCannotBeRead() throws IOException {
        Path file = folder.resolve("run.json");

        assertThat(reason(file)).isEqualTo("it is missing");

        Files.writeString(file, Json.text(RECORD).replace("\"format\" : 1", "\"format\" : 2"));
        assertThat(reason(file))
                .isEqualTo("it has format 2, but this version of SOABench reads format 1; begin a new run");

        Files.writeString(file, Json.text(RECORD).substring(9));
        assertThat(reason(file)).isEqualTo("it is damaged or of another version");
    }

    private static String reason(Path file) {
        try {
            return "read " + Json.read(file, RunRecord.class);
        } catch (UncheckedIOException e) {
            return Json.reason(e);
        }
    }

    @Test
    void shouldLeaveNothingBesideTheFile() throws IOException {
        Json.write(folder.resolve("run.json"), RECORD);
        Json.write(folder.resolve("run.json"), RECORD);

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("run.json"));
        }
    }

    @Test
    void shouldNameTheFileWhenItCannotBeRead() throws IOException {
        Path file = Files.writeString(
                folder.resolve("run.json"), Json.text(RECORD).replace("\"seed\"", "\"colour\" : 1, \"seed\""));

        assertThatThrownBy(() -> Json.read(file, RunRecord.class))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("colour");
        assertThatThrownBy(() -> Json.read(folder.resolve("none.json"), RunRecord.class))
                .hasMessageContaining("none.json is missing");
    }

    @Test
    void shouldKeepACallTreeWhole() {
        CallTree tree = CallTree.loop(
                CallTree.parallel(
                        List.of(CallTree.call("a", "x", false), CallTree.pause(5)), List.of(List.of(), List.of(0))),
                5);

        assertThat(Json.parse(Json.text(tree), CallTree.class)).isEqualTo(tree);
    }
}
