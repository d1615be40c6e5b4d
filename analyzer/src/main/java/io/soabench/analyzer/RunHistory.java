package io.soabench.analyzer;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ComparisonFamily;
import io.soabench.analyzer.compare.Difference;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.Differences;
import io.soabench.analyzer.compare.RunResults;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.database.HistoryDatabase;
import io.soabench.analyzer.history.ChangeSeries;
import io.soabench.analyzer.history.ChangeSeries.Metric;
import io.soabench.analyzer.history.History;
import io.soabench.analyzer.outcome.HistoryFile;
import io.soabench.analyzer.outcome.OtavaFiles;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.StatisticFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The change series of a folder of finished runs (docs/how-to/compare-releases.md). The newest completed run defines the series. Earlier
 * runs that differ from it in more than versions are left out, unless that difference is allowed. It never changes a run.
 */
public final class RunHistory {

    private RunHistory() {}

    /**
     * A run with its start.
     *
     * @param started the start as the journal has it; such texts sort by time
     */
    private record Begun(Path folder, String started) {}

    /**
     * Reads all runs of a folder, one at a time, and searches for changes.
     *
     * @param folder folder with one folder for each run; links in it are not followed
     * @param meant kinds of differences, other than versions, that are allowed
     * @throws RunsRefused when there are too few runs
     * @throws UncheckedIOException when the folder cannot be read
     */
    public static History of(Path folder, Set<Kind> meant) {
        List<Begun> begun = begun(folder);
        // The newest run comes first, because the other runs must be comparable to it.
        Collections.reverse(begun);
        RunResults newest = null;
        List<History.Run> runs = new ArrayList<>();
        Set<Kind> allowed = EnumSet.of(Kind.VERSION, Kind.VALIDITY);
        allowed.addAll(meant);
        for (Begun each : begun) {
            Optional<RunResults> read = Analyzer.read(each.folder());
            if (read.isEmpty()) {
                runs.add(
                        leftOut(each.folder(), "run " + each.folder().getFileName() + " has no plan that can be used"));
                continue;
            }
            RunResults run = read.get();
            String reason = !run.completed()
                    ? "run " + run.id() + " was not completed"
                    : newest == null ? "" : reason(newest, run, allowed);
            runs.add(new History.Run(
                    run.id(),
                    each.folder(),
                    run.started().orElse(null),
                    run.soabench(),
                    reason.isEmpty() ? values(newest == null ? run : newest, run) : Map.of(),
                    reason,
                    ComparisonFamily.baseline(run.plan().cases())));
            if (newest == null && run.completed()) {
                newest = run;
            }
        }
        Collections.reverse(runs);
        return History.of(
                newest == null ? "" : newest.plan().origin().testbed(),
                newest == null ? "" : newest.plan().origin().title(),
                runs,
                newest == null ? List.of() : order(newest),
                newest == null ? 0 : newest.confidence());
    }

    private static List<Begun> begun(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> Files.isRegularFile(entry.resolve(RunFiles.PLAN)))
                    .map(entry -> new Begun(entry, started(entry)))
                    .sorted(Comparator.comparing(Begun::started).thenComparing(Begun::folder))
                    .collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the folder of runs " + folder + ": " + e.getMessage(), e);
        }
    }

    private static String started(Path run) {
        try {
            String started =
                    Json.read(run.resolve(RunFiles.RUN), RunRecord.class).startedAt();
            return started == null ? "" : started;
        } catch (UncheckedIOException e) {
            // A run whose record cannot be read is left out later, when all of its files are read; the reason is
            // reported there.
            return "";
        }
    }

    private static History.Run leftOut(Path folder, String reason) {
        return new History.Run(folder.getFileName().toString(), folder, null, "", Map.of(), reason);
    }

    private static String reason(RunResults newest, RunResults run, Set<Kind> allowed) {
        return Differences.between(newest, run, run.id()).stream()
                .filter(difference -> !allowed.contains(difference.kind()))
                .findFirst()
                .map(difference -> words(newest, run, difference))
                .orElse("");
    }

    private static String words(RunResults newest, RunResults run, Difference difference) {
        return "run " + run.id() + " differs from the newest, " + newest.id() + ", in its "
                + difference.kind().word() + " (" + difference.subject()
                + (difference.inA().isEmpty() && difference.inB().isEmpty()
                        ? ""
                        : ": " + difference.inB() + ", now " + difference.inA())
                + "); set -Dsoabench.differs=" + difference.kind().word() + " to include it";
    }

    /** Returns the series of all cases of the newest run, measured or not. */
    private static List<ChangeSeries.Subject> order(RunResults newest) {
        return newest.own().stream()
                .flatMap(of -> Arrays.stream(Metric.values()).map(metric -> series(of, metric)))
                .toList();
    }

    private static ChangeSeries.Subject series(CaseResult result, Metric metric) {
        return new ChangeSeries.Subject(
                result.testCase().subject(),
                result.testCase().workload(),
                CaseResult.engine(result.testCase()),
                metric);
    }

    /** Returns the values that a run measured of the newest run's cases. */
    private static Map<ChangeSeries.Subject, Double> values(RunResults newest, RunResults run) {
        Map<ChangeSeries.Subject, Double> values = new LinkedHashMap<>();
        for (CaseResult wanted : newest.own()) {
            Optional<CaseResult> found = Differences.counterpart(wanted, run);
            for (Metric metric : Metric.values()) {
                double value = found.map(of -> of.statistic(statistic(metric), StatisticFunction.AVERAGE)
                                .mean())
                        .orElse(Double.NaN);
                if (metric.byFactors() ? value > 0 && Double.isFinite(value) : value >= 0) {
                    values.put(series(wanted, metric), value);
                }
            }
        }
        return values;
    }

    private static String statistic(Metric metric) {
        return switch (metric) {
            case RESPONSE_TIME -> Statistic.RESPONSE_TIME;
            case THROUGHPUT -> Statistic.THROUGHPUT;
            case FAILURES -> Statistic.FAILURES;
        };
    }

    /**
     * Writes the database of a change series, all its views as CSV, and the files for other programs.
     *
     * @param folder created when it does not exist
     * @throws UncheckedIOException when the files cannot be written
     */
    public static void write(History history, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
        }
        try (HistoryDatabase database = new HistoryDatabase(folder)) {
            database.write(history);
        }
        HistoryFile.of(history).write(folder);
        new OtavaFiles(history).write(folder);
    }
}
