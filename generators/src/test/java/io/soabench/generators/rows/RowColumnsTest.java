package io.soabench.generators.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowColumnsTest {

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void shouldNameTheColumnsOfATableAndOfLines() throws IOException {
        assertThat(RowColumns.of(file("a.csv", "\uFEFFkind; total\nprivate;\"un\nquoted\n")))
                .containsExactly("kind", "total");
        assertThat(RowColumns.of(file("a.jsonl", "{\"kind\": \"private\", \"total\": 5}\nno object\n")))
                .containsExactly("kind", "total");
    }

    @Test
    void shouldNameNoneOfWhatIsNoFileOfRecords() throws IOException {
        assertThat(RowColumns.of(file("empty.csv", ""))).isEmpty();
        assertThat(RowColumns.of(file("a.jsonl", "no object\n"))).isEmpty();
    }
}
