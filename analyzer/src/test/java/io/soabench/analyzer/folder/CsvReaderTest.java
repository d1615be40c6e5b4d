package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvReaderTest {

    @TempDir
    private Path folder;

    private List<List<String>> read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("x.csv"), text);
        List<List<String>> lines = new ArrayList<>();
        try (CsvReader csv = new CsvReader(file)) {
            while (csv.next()) {
                List<String> fields = new ArrayList<>();
                for (int i = 0; i < csv.fields(); i++) {
                    fields.add(csv.text(i));
                }
                lines.add(fields);
            }
            if (csv.truncated()) {
                lines.add(List.of("truncated"));
            }
        }
        return lines;
    }

    @Test
    void shouldUnquoteWhenFieldsAreQuoted() throws IOException {
        assertThat(read("a,\"b,\"\"c\"\"\",\nd,,e\r\n\"\",x\n"))
                .containsExactly(List.of("a", "b,\"c\"", ""), List.of("d", "", "e"), List.of("", "x"));
    }

    @Test
    void shouldTellWhenTheLastLineIsCutOff() throws IOException {
        assertThat(read("a,b\nc,")).containsExactly(List.of("a", "b"), List.of("truncated"));
        assertThat(read("")).isEmpty();
    }

    @Test
    void shouldNoteWhenAQuoteIsNotClosed() throws IOException {
        Path file = Files.writeString(folder.resolve("x.csv"), "a,\"b\n\"a\"b,c\n\"ok\",1\n");
        try (CsvReader csv = new CsvReader(file)) {
            csv.next();
            assertThat(csv.wrong()).isTrue();
            csv.next();
            assertThat(csv.wrong()).isTrue();
            csv.next();
            assertThat(csv.wrong()).isFalse();
            assertThat(csv.text(0)).isEqualTo("ok");
        }
    }

    @Test
    void shouldNoteWhenANumberIsNone() throws IOException {
        Path file = Files.writeString(
                folder.resolve("x.csv"), "1\n-5\n\n9223372036854775807\n9223372036854775808\n1x\n-\n1.5\n");
        List<String> found = new ArrayList<>();
        try (CsvReader csv = new CsvReader(file)) {
            while (csv.next()) {
                long number = csv.number(0);
                found.add(csv.wrong() ? "wrong" : Long.toString(number));
            }
        }
        assertThat(found)
                .containsExactly("1", "-5", "wrong", "9223372036854775807", "wrong", "wrong", "wrong", "wrong");
    }

    @Test
    void shouldReadWhatWasWrittenWhenLinesAreLongerThanTheBuffer() throws IOException {
        for (int seed = 1; seed <= 10; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            List<List<String>> expected = new ArrayList<>();
            for (int line = 0; line < 40; line++) {
                String first = "x".repeat(random.nextInt(60_000));
                String second = Integer.toString(random.nextInt());
                text.append(first).append(',').append(second).append('\n');
                expected.add(List.of(first, second));
            }
            assertThat(read(text.toString())).as("seed %s", seed).isEqualTo(expected);
        }
    }

    @Test
    void shouldDeliverWhatIsThereWhenACompressedFileIsCutOff() throws IOException {
        Path whole = folder.resolve("whole.csv.gz");
        Random random = new Random(1);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (int i = 0; i < 20_000; i++) {
                out.write((random.nextLong() + ",x\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.csv.gz"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(lines(whole)).isEqualTo("20000 false");
        assertThat(lines(cut)).matches("9\\d{3} true|10\\d{3} true");
    }

    private static String lines(Path file) throws IOException {
        try (CsvReader csv = new CsvReader(file)) {
            int number = 0;
            while (csv.next()) {
                number++;
            }
            return number + " " + csv.truncated();
        }
    }
}
