package io.soabench.analyzer.outcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabench.analyzer.history.ChangeSeries;
import io.soabench.analyzer.history.History;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * A change series for other programs, as {@value RunFiles#HISTORY} has it; unknown values are null.
 *
 * @param level approximate probability of any false alarm when nothing changed
 * @param likeness autocorrelation of successive runs, over all series
 * @param runs runs of the series, in the order in which they began
 * @param leftOut other runs of the folder
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record HistoryFile(
        String testbed, double level, double likeness, List<String> runs, List<LeftOut> leftOut, List<Series> series) {

    /**
     * A run that is in no series.
     *
     * @param reason a sentence
     */
    public record LeftOut(String run, String reason) {}

    /**
     * A metric of a case over runs.
     *
     * @param unit of the values
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Series(
            String process,
            String workload,
            String engine,
            String metric,
            String unit,
            List<ChangeSeries.Point> values,
            List<Change> changes,
            Trend trend) {

        static Series of(ChangeSeries series) {
            ChangeSeries.Subject subject = series.of();
            return new Series(
                    subject.process(),
                    subject.workload(),
                    subject.engine(),
                    subject.metric().id(),
                    subject.metric().unit(),
                    series.points(),
                    series.changes().stream()
                            .map(change -> Change.of(series, change))
                            .toList(),
                    Trend.of(series.trend()));
        }
    }

    /**
     * A rise or fall from run to run, in place of changes.
     *
     * @param verdict better or worse
     * @param size last / first of the line through the series; of shares last − first
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Trend(String verdict, Double size, Double low, Double high, String sentence) {

        static Trend of(ChangeSeries.Trend trend) {
            return trend == null
                    ? null
                    : new Trend(
                            trend.better() ? "better" : "worse",
                            VerdictFile.number(trend.size()),
                            VerdictFile.number(trend.low()),
                            VerdictFile.number(trend.high()),
                            trend.sentence());
        }
    }

    /**
     * A change.
     *
     * @param run the first one after it
     * @param verdict better or worse
     * @param size after / before; of shares after − before
     * @param low lower end of its confidence interval
     * @param high its upper end
     * @param sentence the change in words
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Change(
            String run,
            String verdict,
            double before,
            double after,
            Double size,
            Double low,
            Double high,
            Double p,
            String sentence) {

        static Change of(ChangeSeries series, ChangeSeries.Change change) {
            return new Change(
                    series.points().get(change.index()).run(),
                    change.better() ? "better" : "worse",
                    change.before(),
                    change.after(),
                    VerdictFile.number(change.size()),
                    VerdictFile.number(change.low()),
                    VerdictFile.number(change.high()),
                    VerdictFile.number(change.pValue()),
                    change.sentence());
        }
    }

    /** Returns the file of a history. */
    public static HistoryFile of(History history) {
        return new HistoryFile(
                history.testbed(),
                history.level(),
                history.likeness(),
                history.used().stream().map(History.Run::id).toList(),
                history.runs().stream()
                        .filter(run -> !run.used())
                        .map(run -> new LeftOut(run.id(), run.reason()))
                        .toList(),
                history.series().stream().map(Series::of).toList());
    }

    /** Writes the file into the report of a change series. */
    public void write(Path folder) {
        Json.write(folder.resolve(RunFiles.REPORT).resolve(RunFiles.HISTORY), this);
    }
}
