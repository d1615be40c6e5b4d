package io.soabench.analyzer.database;

import io.soabench.analyzer.history.ChangeSeries;
import io.soabench.analyzer.history.History;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;

/** The database {@value #FILE} of a change series, with its views as CSV (docs/how-to/compare-releases.md). Used by one thread. */
public final class HistoryDatabase implements AutoCloseable {

    /** Name of the database's file. */
    public static final String FILE = HistoryDatabase.NAME + DatabaseFile.ENDING;

    private static final String NAME = "history";

    private final DatabaseFile file;
    private final TableWriter tables;
    private final Schema schema;

    /** Creates a new, empty database in a folder. */
    public HistoryDatabase(Path folder) {
        file = new DatabaseFile(folder, NAME, "the runs are as they were: make room and look at them again");
        tables = file.tables();
        schema = file.make(made -> made.create(NAME));
    }

    /** Returns the JDBC address for reading the database in a folder. */
    public static String address(Path folder) {
        return DatabaseFile.address(folder, NAME);
    }

    /** Writes everything and puts the database in place. */
    public void write(History history) {
        List<History.Run> used = history.used();
        tables.each("history", List.of(history), (row, h, position) -> row.set("testbed", h.testbed())
                .set("title", h.title())
                .set("runs", used.size())
                .set("left_out", h.runs().size() - used.size())
                .set("first_at", used.get(0).started())
                .set("last_at", used.get(used.size() - 1).started())
                .set("series", h.series().size())
                .set("changed", (int)
                        h.series().stream().filter(s -> !s.changes().isEmpty()).count())
                .set("changes", h.changes().size())
                .set("level", h.level())
                .set("likeness", h.likeness())
                .set("confidence", h.confidence())
                .set("permutations", h.permutations()));
        tables.each("history_run", history.runs(), (row, run, position) -> row.set("position", position)
                .set("run_id", run.id())
                .set("folder", run.folder().toString())
                .set("started_at", run.started())
                .set("soabench", run.soabench())
                .set("used", run.used())
                .set("reason", run.reason()));
        Map<String, Instant> started = used.stream()
                .filter(run -> run.started() != null)
                .collect(Collectors.toMap(History.Run::id, History.Run::started, (a, b) -> a));
        tables.each("series", history.series(), HistoryDatabase::series);
        tables.write("series_point", rows -> {
            for (int i = 0; i < history.series().size(); i++) {
                points(rows, history.series().get(i), id(i + 1), started);
            }
        });
        tables.write("change_point", rows -> {
            int position = 1;
            for (int i = 0; i < history.series().size(); i++) {
                ChangeSeries series = history.series().get(i);
                for (ChangeSeries.Change change : series.changes()) {
                    change(rows, series, id(i + 1), change, started, position++);
                }
            }
        });
        tables.each("finding", history.findings(), (row, finding, position) -> row.set("position", position)
                .set("kind", finding.kind())
                .set("sentence", finding.sentence()));
        file.finish(schema, true);
    }

    private static String id(int position) {
        return "series-" + position;
    }

    private static void series(RowInserter.Row row, ChangeSeries series, int position) {
        List<ChangeSeries.Point> points = series.points();
        of(row, series, id(position))
                .set("position", position)
                .set("runs", points.size())
                .set("first_value", points.get(0).value())
                .set("last_value", points.get(points.size() - 1).value())
                .set("smallest", over(points, Math::min))
                .set("largest", over(points, Math::max))
                .set("changes", series.changes().size())
                .set(
                        "trend",
                        series.trend() == null ? null : (Double) series.trend().size())
                .set(
                        "trend_low",
                        series.trend() == null ? null : (Double) series.trend().low())
                .set(
                        "trend_high",
                        series.trend() == null ? null : (Double) series.trend().high())
                .set("p_first", series.first());
    }

    private static double over(List<ChangeSeries.Point> points, DoubleBinaryOperator what) {
        return points.stream()
                .mapToDouble(ChangeSeries.Point::value)
                .reduce(what)
                .orElseThrow();
    }

    private static RowInserter.Row of(RowInserter.Row row, ChangeSeries series, String id) {
        return row.set("series_id", id)
                .set("process", series.of().process())
                .set("workload", series.of().workload())
                .set("engine", series.of().engine())
                .set("metric", series.of().metric().id())
                .set("unit", series.of().metric().unit());
    }

    private static void points(RowInserter rows, ChangeSeries series, String id, Map<String, Instant> started)
            throws SQLException {
        for (int i = 0; i < series.points().size(); i++) {
            ChangeSeries.Point point = series.points().get(i);
            int index = i;
            Boolean better = series.changes().stream()
                    .filter(change -> change.index() == index)
                    .map(ChangeSeries.Change::better)
                    .findFirst()
                    .orElse(null);
            RowInserter.Row row = rows.row()
                    .set("series_id", id)
                    .set("position", i + 1)
                    .set("run_id", point.run())
                    .set("started_at", started.get(point.run()))
                    .set("measured", point.value())
                    .set("level", series.levelAt(i))
                    .set("better", Boolean.TRUE.equals(better) ? (Double) point.value() : null)
                    .set("worse", Boolean.FALSE.equals(better) ? (Double) point.value() : null);
            row.add();
        }
    }

    private static void change(
            RowInserter rows,
            ChangeSeries series,
            String id,
            ChangeSeries.Change change,
            Map<String, Instant> started,
            int position)
            throws SQLException {
        String run = series.points().get(change.index()).run();
        RowInserter.Row row = rows.row();
        of(row, series, id)
                .set("position", position)
                .set("run_id", run)
                .set("run_before", series.points().get(change.index() - 1).run())
                .set("started_at", started.get(run))
                .set("level_before", change.before())
                .set("level_after", change.after())
                .set("size", change.size())
                .set("size_low", change.low())
                .set("size_high", change.high())
                .set("size_unit", series.of().metric().byFactors() ? "ratio" : "difference")
                .set("size_words", change.words())
                .set("p_value", change.pValue())
                .set("direction", change.better() ? "better" : "worse")
                .set("sentence", change.sentence());
        row.add();
    }

    @Override
    public void close() {
        file.close();
    }
}
