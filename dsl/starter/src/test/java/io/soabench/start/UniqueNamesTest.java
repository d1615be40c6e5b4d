package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UniqueNamesTest {

    private static final Path GRAMMAR = Path.of("../language/src/main/resources/io/soabench/dsl/Testbed.xtext");

    @TempDir
    Path folder;

    @Test
    void shouldMakeNamesThatFilesCanHave() {
        UniqueNames names = new UniqueNames();

        String first = names.of("long".repeat(100), "name");

        assertThat(first).isEqualTo("long".repeat(20));
        assertThat(names.of("long".repeat(100), "name")).isEqualTo(first + "-2");
    }

    @Test
    void shouldMakeNamesThatTheLanguageTakesOfAllItsKeywords() throws Exception {
        List<String> keywords = Pattern.compile("'([A-Za-z][A-Za-z0-9-]*)'")
                .matcher(Files.readString(GRAMMAR))
                .results()
                .map((MatchResult found) -> found.group(1))
                .distinct()
                .toList();
        UniqueNames names = new UniqueNames();
        StringBuilder model = new StringBuilder("testbed keywords\n");
        keywords.forEach(
                word -> model.append("host ").append(names.of(word, "host")).append('\n'));
        Path file = folder.resolve("keywords.testbed");
        Files.writeString(file, model);

        assertThat(keywords).contains("type", "host", "aa").hasSizeGreaterThan(150);
        assertThat(new TestbedReader()
                        .read(file).issues().stream()
                                .filter(issue ->
                                        issue.code() == IssueCode.SYNTAX || issue.code() == IssueCode.NAME_DUPLICATE)
                                .map(Issue::message))
                .isEmpty();
    }

    @Test
    void shouldMakeNamesOfAnyText() {
        UniqueNames names = new UniqueNames("engine");

        assertThat(names.of("Bestellung prüfen", "x")).isEqualTo("Bestellung_prufen");
        assertThat(names.of("2 b", "x")).isEqualTo("_2_b");
        assertThat(names.of("承認", "Process")).isEqualTo("Process");
        assertThat(names.of("Engine", "x")).isEqualTo("Engine-2");
        assertThat(names.of("--a--b-", "x")).isEqualTo("a-b");
    }

    @Test
    void shouldNotCutALongNameBehindAHyphen() {
        assertThat(new UniqueNames().of("a".repeat(79) + "-process", "Process")).isEqualTo("a".repeat(79));
    }
}
