package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.compare.Reproduction;
import io.soabench.analyzer.compare.Reproduction.Agreement;
import io.soabench.analyzer.compare.Reproduction.Confirmation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was made again, written request by request. */
final class ReproductionTest {

    private static final int REPETITIONS = 6;

    /** Ratios of means that were written exactly. */
    private static final Offset<Double> CLOSE = Offset.offset(0.002);

    @TempDir
    private Path folder;

    /** Writes a run of two engines; repetitions are up to one percent apart. */
    private Path run(String name, double first, double second) throws IOException {
        Path run = folder.resolve(name);
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 0, REPETITIONS));
        for (int i = 1; i <= REPETITIONS; i++) {
            write(fixture, "case1", i, first * (1 + 0.002 * (i % 3)));
            if (second > 0) {
                write(fixture, "case2", i, second * (1 + 0.002 * (i % 3)));
            }
        }
        return run;
    }

    private static void write(RunFixture fixture, String name, int repetition, double latencyMs) throws IOException {
        RunFixture.Repetition written = fixture.repetition(name, repetition);
        for (int k = 1; k <= 100; k++) {
            written.request("office.1." + k, k * 95, latencyMs, "OK");
        }
        written.write();
    }

    private static List<Agreement> agreements(Reproduction of) {
        return of.cases().stream().map(Reproduction.CaseAgreement::agreement).toList();
    }

    @Test
    void shouldFindEquivalentCasesAndAConfirmedComparison() throws IOException {
        Reproduction found = CompareRuns.reproduction(run("a", 10, 20), run("b", 10.01, 20.02));

        assertThat(agreements(found)).containsExactly(Agreement.EQUIVALENT, Agreement.EQUIVALENT);
        assertThat(found.cases().get(0).ratio()).isCloseTo(1.001, CLOSE);
        assertThat(found.cases().get(0).low()).isLessThan(1.001);
        assertThat(found.cases().get(0).high()).isGreaterThan(1.001);
        assertThat(found.conclusions()).singleElement().satisfies(each -> {
            assertThat(each.confirmation()).isEqualTo(Confirmation.CONFIRMED);
            assertThat(each.sentence())
                    .startsWith("Process under office: engine1 is the faster one again (engine2 / engine1 2.00, ");
        });
        assertThat(found.summary())
                .isEqualTo("B (b) against A (a): of 2 comparisons of cases 2 equivalent. Of 1 decided comparison of"
                        + " engines 1 confirmed, 0 contradicted, 0 open.");
    }

    @Test
    void shouldFindACaseThatDiffersAndAContradictedComparison() throws IOException {
        Reproduction found = CompareRuns.reproduction(run("a", 10, 20), run("b", 10, 5));

        assertThat(agreements(found)).containsExactly(Agreement.EQUIVALENT, Agreement.DIFFERS);
        assertThat(found.cases().get(1).ratio()).isCloseTo(0.25, CLOSE);
        assertThat(found.conclusions().get(0).confirmation()).isEqualTo(Confirmation.CONTRADICTED);
    }

    /** On a machine that is twice as fast, times differ and the order of the engines does not. */
    @Test
    void shouldConfirmAComparisonOnAFasterMachine() throws IOException {
        Reproduction found = CompareRuns.reproduction(run("a", 10, 20), run("b", 5, 10));

        assertThat(agreements(found)).containsExactly(Agreement.DIFFERS, Agreement.DIFFERS);
        assertThat(found.count(Confirmation.CONFIRMED)).isEqualTo(1);
        assertThat(found.summary()).contains("of 2 comparisons of cases 2 differ.");
    }

    @Test
    void shouldNameACaseThatWasNotMeasuredAgain() throws IOException {
        Reproduction found = CompareRuns.reproduction(run("a", 10, 20), run("b", 10, 0));

        assertThat(agreements(found)).containsExactly(Agreement.EQUIVALENT, Agreement.MISSING);
        assertThat(found.cases().get(1).sentence())
                .isEqualTo("engine2, Process under office: the later run has no valid repetition.");
        assertThat(found.conclusions().get(0).confirmation()).isEqualTo(Confirmation.OPEN);
    }
}
