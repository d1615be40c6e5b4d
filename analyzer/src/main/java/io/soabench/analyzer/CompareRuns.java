package io.soabench.analyzer;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.compare.Reproduction;
import io.soabench.analyzer.compare.RunResults;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.analyzer.database.ComparisonDatabase;
import io.soabench.analyzer.outcome.JunitFile;
import io.soabench.analyzer.outcome.VerdictFile;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The comparison of finished runs, for example of a release with the last one (docs/how-to/compare-releases.md). It never changes a run. */
public final class CompareRuns {

    private CompareRuns() {}

    /**
     * Reads the folders of runs and compares all runs with the first one.
     *
     * @param runs their folders
     * @param meant kinds of differences between the runs that are intended and therefore allowed
     * @throws RunsRefused with all reasons, when the runs cannot be compared
     */
    public static RunsComparison of(List<Path> runs, Set<Kind> meant) {
        return RunsComparison.of(read(runs), meant);
    }

    /**
     * Reads a run and a later run of the same model, and compares them case by case. Other differences, for example of
     * machines, are allowed.
     *
     * @throws RunsRefused when one of them cannot be read
     */
    public static Reproduction reproduction(Path original, Path again) {
        List<RunResults> runs = read(List.of(original, again));
        return Reproduction.of(runs.get(0), runs.get(1));
    }

    /**
     * Reads the runs of these folders.
     *
     * @throws RunsRefused when one of the folders has no run
     */
    static List<RunResults> read(List<Path> runs) {
        List<RunResults> results = new ArrayList<>();
        List<ComparisonRefusal> unreadable = new ArrayList<>();
        for (Path run : runs) {
            Optional<RunResults> read = Analyzer.read(run);
            read.ifPresent(results::add);
            if (read.isEmpty()) {
                unreadable.add(new ComparisonRefusal(
                        "unreadable",
                        run + " has no " + RunFiles.PLAN + " that can be used; name the folder of a run"));
            }
        }
        if (!unreadable.isEmpty()) {
            throw new RunsRefused(unreadable);
        }
        return results;
    }

    /**
     * Writes the database of a comparison, all its views as CSV, and the verdicts for other programs.
     *
     * @param folder created when it does not exist
     * @throws UncheckedIOException when the files cannot be written
     */
    public static void write(RunsComparison comparison, Path folder) {
        try {
            Files.createDirectories(folder.resolve(RunFiles.REPORT));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
        }
        try (ComparisonDatabase database = new ComparisonDatabase(folder)) {
            database.write(comparison);
        }
        VerdictFile.between(comparison.between(), comparison::id).write(folder);
        new JunitFile(comparison.runs().get(0).plan().origin().testbed(), comparison.between()).write(folder);
    }
}
