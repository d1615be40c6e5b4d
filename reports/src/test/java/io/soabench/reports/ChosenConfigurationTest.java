package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ConfigurationRecord.Confirmation;
import io.soabench.plan.ConfigurationRecord.Rung;
import io.soabench.plan.ConfigurationRecord.Verdict;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Figures;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report shows of a search for a configuration. */
final class ChosenConfigurationTest {

    @TempDir
    private static Path folder;

    private static Plan plan;

    @BeforeAll
    static void simulate() throws Exception {
        Platform.startup(new EngineConfig());
        SampleRun.write(
                folder.resolve("run"),
                7,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(4).defects(false));
        plan = Json.read(folder.resolve("run").resolve(RunFiles.PLAN), Plan.class);
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    private static Trial trial(
            int number, int configuration, Integer rung, int repetition, Double value, Outcome outcome) {
        return new Trial(
                number,
                "case",
                repetition,
                null,
                outcome,
                outcome == Outcome.MISSED
                        ? "server reference died under the load"
                        : "p95 response-time is " + value + " ms",
                new Figures(100, 50.0, 0.0, 4.0, 4.0, null, List.of()),
                1,
                9_000,
                configuration,
                rung,
                value);
    }

    /** Of three configurations the second was selected; the third died. */
    private static ExploreRecord found(boolean confirmed) {
        List<Trial> trials = new ArrayList<>(List.of(
                trial(1, 3, 1, 1, null, Outcome.MISSED),
                trial(2, 1, 1, 1, 9.5, Outcome.MET),
                trial(3, 2, 1, 1, 7.5, Outcome.MET)));
        if (confirmed) {
            trials.add(trial(4, 0, null, 1, 10.0, Outcome.MET));
            trials.add(trial(5, 2, null, 1, 8.0, Outcome.MET));
            trials.add(trial(6, 1, null, 1, 9.0, Outcome.MET));
        }
        List<Candidate> candidates = List.of(
                new Candidate(0, "reference", Map.of("workers", "0"), true),
                new Candidate(1, "reference-1", Map.of("workers", "1"), false),
                new Candidate(2, "reference-2", Map.of("workers", "2"), false),
                new Candidate(3, "reference-3", Map.of("workers", "4"), false));
        Confirmation confirmation = new Confirmation(
                2,
                4_000,
                List.of(0, 2, 1),
                confirmed
                        ? List.of(
                                new Compared(2, 0, Verdict.BETTER, 8.0, 10.0, 0.8, 0.7, 0.9, 2, "it is better"),
                                new Compared(2, 1, Verdict.UNDECIDED, 8.0, 9.0, 0.9, 0.8, 1.1, 2, "neither"))
                        : List.of());
        return new ExploreRecord(
                ExploreRecord.FORMAT,
                plan.origin(),
                "Tuning",
                "reference",
                null,
                60,
                1_800_000,
                null,
                List.of("failures < 1 %"),
                null,
                null,
                null,
                "the confirmation is complete",
                "reference: workers 2 was selected",
                trials,
                new ConfigurationRecord(
                        "lowest p95 response-time",
                        "ms",
                        false,
                        3,
                        Map.of("workers", "2"),
                        candidates,
                        List.of(new Rung(1, 4_000, List.of(3, 1, 2), List.of(2, 1, 3), 2)),
                        confirmation));
    }

    private static List<ShownDesign.Item> shown(ExploreRecord record) throws Exception {
        Json.write(folder.resolve("run").resolve(RunFiles.EXPLORE), record);
        return ShownDesign.of(folder.resolve("run"), plan);
    }

    private static List<Map<String, String>> rows(String source, List<ShownDesign.Item> items) {
        return items.stream()
                .filter(item -> item.source().equals(source))
                .flatMap(item -> item.rows().stream())
                .toList();
    }

    @Test
    void shouldShowWhatBecameOfEachConfiguration() throws Exception {
        List<ShownDesign.Item> items = shown(found(true));

        assertThat(items)
                .extracting(item -> item.rows().get(0).get("TEXT"))
                .contains("reference: workers 2 was selected.");
        List<Map<String, String>> all = rows("configurationsAll", items);
        assertThat(all).extracting(row -> row.get("CONFIGURATION")).containsExactly("2", "1", "3", "0");
        assertThat(all)
                .extracting(row -> row.get("FATE"))
                .containsExactly(
                        "selected",
                        "second",
                        "left in rung 1: server reference died under the load",
                        "not in the selection");
        assertThat(all).extracting(row -> row.get("OWN")).containsExactly("", "", "", "yes");
        assertThat(all.get(0)).containsEntry("PARAMETERS", "workers 2").containsEntry("BLOCKS", "2");
        assertThat(Double.parseDouble(all.get(0).get("MEASURED"))).isEqualTo(7.5);
        assertThat(Double.parseDouble(all.get(0).get("CONFIRMED"))).isEqualTo(8);
        List<Map<String, String>> verdicts = rows("configurationVerdicts", items);
        assertThat(verdicts).extracting(row -> row.get("VERDICT")).containsExactly("better", "undecided");
        assertThat(verdicts).extracting(row -> row.get("ROLE")).containsExactly("its own", "the second");
        assertThat(rows("configurationTrials", items))
                .extracting(row -> row.get("STAGE"))
                .containsExactly("rung 1", "rung 1", "rung 1", "block 1", "block 1", "block 1");
        assertThat(rows("configurationPicture", items)).hasSize(5);
        assertThat(rows("explorationTrials", items)).isEmpty();
    }

    @Test
    void shouldShowNoConfirmationWhereThereIsNone() throws Exception {
        List<ShownDesign.Item> items = shown(found(false));

        assertThat(rows("configurationVerdicts", items)).isEmpty();
        assertThat(rows("configurationsAll", items)).hasSize(4);
    }

    @Test
    void shouldShowNothingInOtherRuns() throws Exception {
        Files.deleteIfExists(folder.resolve("run").resolve(RunFiles.EXPLORE));
        List<ShownDesign.Item> items = ShownDesign.of(folder.resolve("run"), plan);

        assertThat(items).noneMatch(item -> item.source().startsWith("configuration"));
    }
}
