package io.soabench.generators.rows;

import io.soabench.generators.rows.RowCheck.Finding;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The faults of the rows of one file. A cause that many rows share is reported once, at its first row. For one thread.
 */
final class RowFaults {

    /** The most findings of one file that are reported. */
    static final int MOST_FINDINGS = 10;

    /** The index that stands for a whole row. */
    static final int ROW = -1;

    private final Path file;
    private final Map<List<Object>, Cause> causes = new LinkedHashMap<>();
    private long others;
    private IssueCode codeOfOthers;

    private static final class Cause {
        private final IssueCode code;
        private final long line;
        private final int field;
        private final String sentence;
        private long next;
        private long more;

        Cause(IssueCode code, long line, int field, String sentence) {
            this.code = code;
            this.line = line;
            this.field = field;
            this.sentence = sentence;
        }
    }

    RowFaults(Path file) {
        this.file = file;
    }

    /**
     * Adds a row.
     *
     * @param cause key of rows with the same cause
     * @param line of the row
     * @param field in it from 0, or {@link #ROW}
     * @param sentence of the first row that has it
     */
    void add(IssueCode code, Object cause, long line, int field, Supplier<String> sentence) {
        List<Object> key = List.of(code, cause);
        Cause known = causes.get(key);
        if (known != null) {
            known.next = known.more == 0 ? line : known.next;
            known.more++;
        } else if (causes.size() < MOST_FINDINGS) {
            causes.put(key, new Cause(code, line, field, sentence.get()));
        } else {
            others++;
            codeOfOthers = code;
        }
    }

    /**
     * Returns the findings in the order of the rows.
     *
     * @param names of the columns
     */
    List<Finding> findings(List<String> names) {
        FieldPlaces places = new FieldPlaces(file, names);
        List<Finding> findings = new ArrayList<>();
        for (Cause each : causes.values()) {
            String more = each.more == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            " (and %,d more row%s, the next in line %d)",
                            each.more,
                            each.more == 1 ? "" : "s",
                            each.next);
            Place place = each.field == ROW ? place(each.line) : places.of(each.line, each.field);
            findings.add(new Finding(each.code, Optional.of(place), each.sentence + more, false));
        }
        if (others > 0) {
            findings.add(new Finding(
                    codeOfOthers,
                    Optional.of(place(1)),
                    String.format(Locale.ROOT, "and %,d more problems like those in other rows of this file", others),
                    false));
        }
        return List.copyOf(findings);
    }

    private Place place(long line) {
        return new Place(file, (int) Math.min(line, Integer.MAX_VALUE), 1);
    }
}
