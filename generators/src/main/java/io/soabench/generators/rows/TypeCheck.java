package io.soabench.generators.rows;

import io.soabench.generators.rows.RowCheck.Finding;
import io.soabench.generators.soap.TypedPlace;
import io.soabench.model.issue.IssueCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A reader of the records of a user that compares each value with the type of the place where it is put. */
final class TypeCheck implements RecordFile.Sink {

    /** The greatest number of characters of a value in a message; only the start of a longer value is shown. */
    private static final int LONGEST_TOLD = 60;

    private final List<TypedPlace> places;
    private final String process;
    private final RowFaults faults;
    private final List<int[]> fields = new ArrayList<>();
    private List<String> names = List.of();

    TypeCheck(Path file, List<TypedPlace> places, String process) {
        this.places = places;
        this.process = process;
        this.faults = new RowFaults(file);
    }

    @Override
    public void columns(List<String> found) {
        names = found;
        for (TypedPlace each : places) {
            fields.add(each.columns().stream().mapToInt(names::indexOf).toArray());
        }
    }

    @Override
    public void record(long line, List<String> values) {
        for (int i = 0; i < places.size(); i++) {
            TypedPlace place = places.get(i);
            List<String> own = new ArrayList<>();
            for (int field : fields.get(i)) {
                own.add(values.get(field));
            }
            String text = place.filled(own);
            Optional<String> problem = place.type().problem(text);
            if (problem.isPresent()) {
                faults.add(IssueCode.ROWS_TYPE, i, line, fields.get(i)[0], () -> sentence(place, text, problem.get()));
            }
        }
    }

    private String sentence(TypedPlace place, String text, String problem) {
        boolean whole = text.codePointCount(0, text.length()) <= LONGEST_TOLD;
        String told = whole ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST_TOLD)) + "…";
        return place.words() + (place.columns().size() == 1 ? " makes " : " make ") + place.where() + " of process \""
                + process + "\" \"" + told.replaceAll("\\p{Cntrl}", " ") + "\", which " + problem
                + "; correct the value";
    }

    @Override
    public void problem(long line, String text) {
        throw new IllegalStateException("rows are compared with types only when they can be read: " + text);
    }

    List<Finding> findings(RecordFile file) throws IOException {
        file.read(this);
        return faults.findings(names);
    }
}
