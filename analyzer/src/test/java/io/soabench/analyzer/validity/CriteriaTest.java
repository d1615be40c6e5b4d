package io.soabench.analyzer.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The criteria themselves, and docs/reference/validity.md, which is made from them. */
final class CriteriaTest {

    private static final String MARK = "<!-- criteria -->\n";

    @Test
    void shouldBeTheSameAsTheDocumentWhenTheCriteriaAreRendered() throws IOException {
        StringBuilder text =
                new StringBuilder("\n| criterion | speaks of | violated when | warning when |\n|---|---|---|---|\n");
        for (Criterion each : Criteria.all()) {
            text.append("| [")
                    .append(each.title())
                    .append("](#")
                    .append(anchor(each))
                    .append(") | ");
            text.append(subject(each))
                    .append(" | ")
                    .append(cell(each.violatedWhen()))
                    .append(" | ");
            text.append(cell(each.warnedWhen())).append(" |\n");
        }
        for (Criterion each : Criteria.all()) {
            text.append("\n## ")
                    .append(each.title())
                    .append("\n\n`")
                    .append(each.id())
                    .append("`, speaks of ");
            text.append(subject(each));
            text.append(each.isDisturbance() ? ", a disturbance" : "");
            text.append(each.isConsequence() ? ", a consequence" : "").append(".\n\n");
            line(text, "Looks at", each.looksAt());
            line(text, "Violated when", each.violatedWhen());
            line(text, "Warning when", each.warnedWhen());
            line(text, "Why", each.reason());
            line(text, "What follows", each.follows());
            line(text, "What to do", each.remedy());
        }
        // Take this over when criteria were changed on purpose.
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "validity-criteria.md"), text);
        String document = Files.readString(Path.of("..", "docs", "reference", "validity.md"));
        assertThat(document.substring(document.indexOf(MARK) + MARK.length()))
                .as(
                        "docs/reference/validity.md after its mark; the right text is in analyzer/target/validity-criteria.md")
                .isEqualTo(text.toString());
    }

    private static void line(StringBuilder text, String name, String words) {
        if (!words.isEmpty()) {
            boolean sentence = words.endsWith(".");
            text.append("- *").append(name).append(":* ").append(words).append(sentence ? "\n" : ".\n");
        }
    }

    private static String cell(String words) {
        return words.replace("|", "\\|");
    }

    private static String subject(Criterion criterion) {
        return switch (criterion.subject()) {
            case ENGINE -> "the engine";
            case HARNESS -> "the harness";
            case BOTH -> "both";
        };
    }

    private static String anchor(Criterion criterion) {
        return criterion.title().toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    @Test
    void shouldTellEverythingOfEachCriterion() {
        assertThat(Criteria.all()).hasSizeGreaterThan(20).allSatisfy(each -> {
            assertThat(each.id()).matches("[a-z0-9]+(-[a-z0-9]+)*");
            assertThat(each.title()).isNotBlank();
            assertThat(each.looksAt()).isNotBlank();
            assertThat(each.violatedWhen() + each.warnedWhen()).isNotBlank();
            assertThat(each.reason()).endsWith(".");
            assertThat(each.remedy()).endsWith(".");
        });
        assertThat(Criteria.all()).extracting(Criterion::id).doesNotHaveDuplicates();
        assertThat(Criteria.all()).extracting(Criterion::title).doesNotHaveDuplicates();
    }

    @Test
    void shouldSpeakOfTheHarnessWhenItIsADisturbance() {
        assertThat(Criteria.all())
                .filteredOn(Criterion::isDisturbance)
                .isNotEmpty()
                .allMatch(each -> each.subject() == Criterion.Subject.HARNESS);
    }

    @Test
    void shouldNeverBeBelowTheFloorWhenABoundIsAShare() {
        Bound bound = Bound.most("x", 3, "ms", "Why.", new Bound.Share(0.1, "the whole"));

        assertThat(bound.limit(100)).isCloseTo(10, within(1e-12));
        assertThat(bound.limit(20)).isEqualTo(3);
        assertThat(bound.limit(Double.NaN)).isEqualTo(3);
        assertThat(bound.words()).isEqualTo("x is above 10 % of the whole, and above 3 ms");
        assertThat(Bound.least("y", 30, "Why.").words()).isEqualTo("y is below 30");
        assertThat(Bound.most("z", 0.001, "ratio", "Why.").words()).isEqualTo("z is above 0.1 %");
    }

    @Test
    void shouldBeDisturbedOnlyWhenNothingElseIsViolated() {
        Criterion slip = Criteria.all().stream()
                .filter(Criterion::isDisturbance)
                .findFirst()
                .orElseThrow();
        Criterion other = Criteria.all().stream()
                .filter(c -> !c.isDisturbance() && !c.violatedWhen().isEmpty())
                .findFirst()
                .orElseThrow();

        assertThat(Criteria.disturbed(
                        List.of(check(slip, CriterionCheck.State.VIOLATED), check(other, CriterionCheck.State.GOOD)),
                        false))
                .isTrue();
        assertThat(Criteria.disturbed(
                        List.of(
                                check(slip, CriterionCheck.State.VIOLATED),
                                check(other, CriterionCheck.State.VIOLATED)),
                        false))
                .isFalse();
        assertThat(Criteria.disturbed(List.of(check(slip, CriterionCheck.State.WARNING)), false))
                .isFalse();
    }

    private static CriterionCheck check(Criterion criterion, CriterionCheck.State state) {
        return new CriterionCheck(criterion, Double.NaN, Double.NaN, "", state, "");
    }
}
