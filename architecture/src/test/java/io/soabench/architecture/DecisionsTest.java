package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages of {@code docs/decisions} have one form, and the list in its README has each of them once, under its title. */
final class DecisionsTest {

    private static final Path FOLDER = Path.of(System.getProperty("soabench.root"), "docs", "decisions");
    private static final Pattern PAGE = Pattern.compile("\\d{4}-[a-z0-9-]+\\.md");
    private static final Pattern ENTRY = Pattern.compile("^- \\[(\\d+)]\\(([^)]+)\\) (.+)$", Pattern.MULTILINE);
    private static final Pattern STATUS =
            Pattern.compile("## Status\n\n(Accepted|Superseded by \\[\\d+]\\([^)]+\\)), \\d{4}-\\d\\d-\\d\\d\\.\n");
    private static final List<String> PARTS =
            List.of("## Status", "## Context", "## Decision", "## Consequences", "## Alternatives");

    private static List<String> pages;

    @BeforeAll
    static void listPages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            pages = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldListEveryPageUnderItsTitle() throws IOException {
        String list = Files.readString(FOLDER.resolve("README.md"));

        List<String> entries = ENTRY.matcher(list)
                .results()
                .map(entry -> entry.group(2) + " # " + entry.group(1) + ". " + entry.group(3))
                .toList();

        assertThat(pages).hasSizeGreaterThan(40).allMatch(PAGE.asMatchPredicate());
        assertThat(entries)
                .containsExactlyInAnyOrderElementsOf(pages.stream()
                        .map(page -> page + " " + lines(page).get(0))
                        .toList());
    }

    @Test
    void shouldNumberPagesWithoutGaps() {
        for (int number = 1; number <= pages.size(); number++) {
            String page = pages.get(number - 1);
            assertThat(page).startsWith("%04d-".formatted(number));
            assertThat(lines(page).get(0)).startsWith("# " + number + ". ");
        }
    }

    @Test
    void shouldGiveEveryPageTheSameParts() {
        for (String page : pages) {
            List<String> lines = lines(page);
            assertThat(lines.stream().filter(line -> line.startsWith("##")))
                    .as(page)
                    .containsExactlyElementsOf(PARTS);
            assertThat(String.join("\n", lines)).as(page).containsPattern(STATUS);
            for (String part : PARTS) {
                assertThat(lines.get(lines.indexOf(part) + 2))
                        .as(page + ", " + part)
                        .isNotBlank()
                        .doesNotStartWith("#");
            }
        }
    }

    private static List<String> lines(String page) {
        try {
            return Files.readAllLines(FOLDER.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
