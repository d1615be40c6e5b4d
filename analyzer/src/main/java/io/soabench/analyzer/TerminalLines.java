package io.soabench.analyzer;

import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.database.ResultDatabase.VerdictRow;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The result in a few lines for a terminal: the run, the headlines with their footnotes, then the problems. The report has the rest. */
final class TerminalLines {

    private static final Set<String> FIRST = Set.of("run", "missing", "busy", "exploration");

    private static final Set<String> WRONG = Set.of("precision", "again", "standing", "validity", "objective");

    private TerminalLines() {}

    /** Returns the lines. */
    static List<String> of(List<VerdictRow> rows, Headlines headlines) {
        return Stream.of(
                        rows.stream().filter(row -> FIRST.contains(row.kind())).map(VerdictRow::sentence),
                        headlines.lines().stream().filter(Headline::shown).map(Headline::sentence),
                        headlines.footnotes().stream().map(Headline.Footnote::sentence),
                        rows.stream()
                                .filter(row -> WRONG.contains(row.kind()) && !Boolean.TRUE.equals(row.good()))
                                .map(VerdictRow::sentence))
                .flatMap(lines -> lines)
                .toList();
    }
}
