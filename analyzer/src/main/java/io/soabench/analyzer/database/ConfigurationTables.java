package io.soabench.analyzer.database;

import io.soabench.plan.ConfigurationRecord;
import io.soabench.plan.ConfigurationRecord.Candidate;
import io.soabench.plan.ConfigurationRecord.Compared;
import io.soabench.plan.ConfigurationRecord.Rung;
import io.soabench.plan.ExploreRecord;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The rows about explorations that search for configurations. */
final class ConfigurationTables {

    private static final String SELECTION = "selection";
    private static final String CONFIRMATION = "confirmation";

    private final TableWriter tables;

    ConfigurationTables(TableWriter tables) {
        this.tables = tables;
    }

    void write(List<ExploreRecord> explorations) {
        tables.each("configuration_search", explorations, (row, each, position) -> row.set("position", position)
                .set("exploration", each.exploration())
                .set("engine", each.engine())
                .set("criterion", each.configuration().criterion())
                .set("unit", each.configuration().unit())
                .set("highest", each.configuration().highest())
                .set("configurations", each.configuration().space())
                .set("tried", each.configuration().rungs().get(0).tried().size())
                .set("rungs", each.configuration().rungs().size())
                .set("objectives", String.join(", ", each.objectives()))
                .set("ended", each.ended())
                .set("sentence", each.sentence()));
        for (ExploreRecord each : explorations) {
            ConfigurationRecord found = each.configuration();
            tables.each(
                    "configuration",
                    found.candidates(),
                    (row, candidate, position) -> configuration(row, each, candidate));
            tables.each("configuration_trial", each.trials(), (row, trial, position) -> trial(row, each, trial));
            if (found.confirmation() != null) {
                tables.each(
                        "configuration_verdict", found.confirmation().compared(), (row, compared, position) -> row.set(
                                        "engine", each.engine())
                                .set("position", position)
                                .set("configuration", compared.configuration())
                                .set("against", compared.against())
                                .set("verdict", compared.verdict())
                                .set("ratio", compared.ratio())
                                .set("low", compared.low())
                                .set("high", compared.high())
                                .set("blocks", compared.blocks())
                                .set("sentence", compared.sentence()));
            }
        }
    }

    private static void configuration(RowInserter.Row row, ExploreRecord exploration, Candidate candidate) {
        ConfigurationRecord found = exploration.configuration();
        int number = candidate.configuration();
        Optional<Trial> last = exploration.trials().stream()
                .filter(trial -> trial.selecting() && trial.configuration() == number)
                .max(Comparator.comparingInt(Trial::rung));
        Optional<Rung> rung = last.map(trial -> found.rungs().get(trial.rung() - 1));
        List<Compared> compared = found.confirmation() == null
                ? List.of()
                : found.confirmation().compared().stream()
                        .filter(each -> each.configuration() == number || each.against() == number)
                        .toList();
        row.set("engine", exploration.engine())
                .set("configuration", number)
                .set("name", candidate.engine())
                .set("parameters", candidate.words())
                .set("own", candidate.own())
                .set("rung", last.map(Trial::rung).orElse(null))
                .set("outcome", last.map(Trial::outcome).orElse(null))
                .set("measured", last.map(Trial::value).orElse(null))
                .set(
                        "place",
                        rung.map(Rung::ranking)
                                .filter(ranking -> !ranking.isEmpty())
                                .map(ranking -> (Integer) (ranking.indexOf(number) + 1))
                                .orElse(null))
                .set(
                        "fate",
                        last.map(trial -> result(found, rung.orElseThrow(), trial))
                                .orElse("not in the selection"))
                .set(
                        "confirmed",
                        compared.stream()
                                .map(each -> each.configuration() == number ? each.value() : each.againstValue())
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse(null))
                .set(
                        "blocks",
                        compared.stream().mapToInt(Compared::blocks).max().orElse(0));
    }

    private static String result(ConfigurationRecord found, Rung rung, Trial trial) {
        int place = rung.ranking().indexOf(trial.configuration());
        if (place < 0) {
            return "rung " + rung.rung() + " is not complete";
        }
        if (place < rung.kept()) {
            return rung.rung() < found.rungs().size() ? "went on" : place == 0 ? "selected" : "second";
        }
        return trial.outcome() == Outcome.MISSED || trial.outcome() == Outcome.USELESS
                ? "left in rung " + rung.rung() + ": " + trial.reason()
                : "left in rung " + rung.rung();
    }

    private static void trial(RowInserter.Row row, ExploreRecord exploration, Trial trial) {
        row.set("engine", exploration.engine())
                .set("trial", trial.trial())
                .set("stage", trial.selecting() ? SELECTION : CONFIRMATION)
                .set("rung", trial.rung())
                .set("block", trial.selecting() ? null : (Integer) trial.repetition())
                .set("configuration", trial.configuration())
                .set("measured", trial.value())
                .set("outcome", trial.outcome())
                .set("reason", trial.reason())
                .set("attempts", trial.attempt())
                .set("duration_s", trial.durationMs() / 1e3)
                .set("requests", trial.figures().requests())
                .set("throughput_per_s", trial.figures().throughput())
                .set("failure_rate", trial.figures().failureRate());
    }
}
