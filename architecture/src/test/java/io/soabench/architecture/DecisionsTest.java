package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The index by area at the top of {@code DECISIONS.md} has every decision once, under its title. */
final class DecisionsTest {

    private static final Pattern HEADING =
            Pattern.compile("^## (\\d+)\\. (.+) \\(\\d{4}-\\d\\d-\\d\\d\\)$", Pattern.MULTILINE);
    private static final Pattern ENTRY = Pattern.compile("^- \\[(\\d+)]\\(#(\\d+)-[^)]+\\) (.+)$", Pattern.MULTILINE);

    private static String text;

    @BeforeAll
    static void readDecisions() throws IOException {
        text = Files.readString(Path.of(System.getProperty("soabench.root"), "DECISIONS.md"));
    }

    @Test
    void shouldFindEveryDecisionInTheIndex() {
        List<String> decisions = HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1) + " " + heading.group(2))
                .toList();
        List<MatchResult> entries = ENTRY.matcher(text).results().toList();

        assertThat(decisions).hasSizeGreaterThan(40);
        assertThat(entries.stream().map(entry -> entry.group(1) + " " + entry.group(3)))
                .containsExactlyInAnyOrderElementsOf(decisions);
        assertThat(entries).allMatch(entry -> entry.group(1).equals(entry.group(2)));
    }

    @Test
    void shouldNumberDecisionsInTheOrderInWhichTheyWereMade() {
        List<Integer> numbers = HEADING.matcher(text)
                .results()
                .map(heading -> Integer.valueOf(heading.group(1)))
                .toList();

        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        // What is not in that form would be overlooked.
        assertThat(text.lines().filter(line -> line.startsWith("## ")))
                .as("headings")
                .hasSize(numbers.size() + 1);
    }
}
