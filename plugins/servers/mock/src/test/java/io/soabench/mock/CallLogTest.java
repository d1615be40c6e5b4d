package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.plan.CallOutcome;
import io.soabench.plan.CsvTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallLogTest {

    @TempDir
    Path folder;

    private MockService service() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("a\t1"));
        return MockServices.load(List.of(stock)).at("stock-1").orElseThrow();
    }

    private static PlannedReply reply(MockService service, String uiid, int step) {
        return new PlannedReply(service, "quote", uiid, step, true, 10, 20, CallOutcome.OK, 200, AnswerBytes.EMPTY);
    }

    @Test
    void shouldWriteOneLineACallWhenTextsAreAwkward() throws Exception {
        Path file = folder.resolve("calls.csv");
        try (CallLog log = CallLog.open(file)) {
            log.add(reply(service(), "a \"b\",\nc", 1), 99);
        }

        assertThat(Files.readString(file))
                .isEqualTo(CsvTable.CALLS.header() + "\nstock,1,quote,\"a \"\"b\"\", c\",1,1,10,20,99,OK\n");
    }

    @Test
    void shouldLoseNothingWhenManyThreadsLogUntilTheEnd() throws Exception {
        Path file = folder.resolve("calls.csv");
        MockService service = service();
        try (CallLog log = CallLog.open(file)) {
            IntStream.range(0, 20_000).parallel().forEach(i -> log.add(reply(service, "a", i), i));
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(20_001);
        assertThat(lines.stream().distinct()).hasSize(20_001);
    }

    @Test
    void shouldSayThatItIsIncompleteWhenItsWriterEnds() throws Exception {
        CallLog log = CallLog.into(new OutputStream() {
            @Override
            public void write(int one) {
                throw new OutOfMemoryError("of a test");
            }
        });
        log.add(reply(service(), "a", 1), 99);

        IOException incomplete = catchThrowableOfType(IOException.class, log::close);

        assertThat(incomplete).hasMessageContaining("is incomplete").hasMessageContaining("of a test");
    }

    @Test
    void shouldRefuseWhenTheFileCannotBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        HostRefused refused = catchThrowableOfType(HostRefused.class, () -> CallLog.open(file.resolve("calls.csv")));

        assertThat(refused.problems()).singleElement().asString().startsWith("cannot write the call log ");
    }
}
