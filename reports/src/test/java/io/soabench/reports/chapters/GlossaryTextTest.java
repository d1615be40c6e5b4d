package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GlossaryTextTest {

    @Test
    void shouldTakeTermsAndMeaningsWithoutMarks() {
        assertThat(
                        GlossaryText.entries(
                                "# Title\n\nIntroduction.\n\n## One\n\n### Slip\nHow *late* it was,\nsee [there](x.md).\n\n## Two\n\n### `Lap`\nA pass.\n"))
                .containsExactly(
                        new GlossaryText.Entry("One", "Slip", "How late it was, see there."),
                        new GlossaryText.Entry("Two", "`Lap`", "A pass."));
    }

    @Test
    void shouldBeTheWholePageOfTheDocumentation() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "glossary.md"));

        List<GlossaryText.Entry> entries = GlossaryText.entries();

        assertThat(entries)
                .hasSize((int) page.lines().filter(l -> l.startsWith("### ")).count());
        assertThat(entries).isEqualTo(GlossaryText.entries(page));
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.part()).isNotEmpty();
            assertThat(entry.meaning())
                    .endsWith(".")
                    .doesNotContain("](", "*", "`")
                    .hasSizeBetween(30, 400);
        });
        assertThat(entries.stream().map(GlossaryText.Entry::term)).doesNotHaveDuplicates();
    }

    @Test
    void shouldExplainTheWordsThatOnlySoabenchUses() {
        assertThat(GlossaryText.entries().stream().map(GlossaryText.Entry::term))
                .contains(
                        "UIID",
                        "Slip",
                        "Ledger",
                        "Lap",
                        "Step",
                        "Overhead",
                        "Ideal engine",
                        "Repetition",
                        "Case",
                        "Suite",
                        "Intended start",
                        "Response time",
                        "Service time",
                        "Valid",
                        "Invalid",
                        "Disturbed",
                        "Criterion",
                        "Engine under test",
                        "Partner",
                        "Mock host",
                        "Relay",
                        "Round trip",
                        "Warm-up",
                        "Drain",
                        "Steady",
                        "Profile",
                        "Objective");
    }
}
