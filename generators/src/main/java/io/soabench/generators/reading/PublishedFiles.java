package io.soabench.generators.reading;

import io.soabench.model.PublishedTable;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.PublishedNumbers;
import io.soabench.plan.PublishedPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of published numbers, as the plan carries them. */
public final class PublishedFiles {

    private PublishedFiles() {}

    public static List<PublishedPlan> read(List<PublishedResults> all, ModelFiles files, ProblemCollector problems) {
        List<PublishedPlan> read = new ArrayList<>();
        for (PublishedResults published : all) {
            String what = "the numbers published of \"" + published.getSubject() + "\"";
            Optional<Path> file = files.find(published, Literals.PUBLISHED_RESULTS__FILE, published.getFile(), what);
            if (file.isEmpty()) {
                continue;
            }
            try {
                PublishedTable table = PublishedTable.parse(Files.readString(file.get()));
                table.problems()
                        .forEach(p -> problems.add(
                                IssueCode.PUBLISHED_INVALID, new Place(file.get(), p.line(), p.column()), p.text()));
                read.add(new PublishedPlan(
                        published.getSubject(),
                        published.getSource(),
                        table.rows().stream().map(PublishedFiles::numbers).toList()));
            } catch (IOException e) {
                problems.add(
                        IssueCode.NOT_UTF_8,
                        Place.startOf(file.get()),
                        "cannot be read as text in UTF-8; correct the file");
            }
        }
        return read;
    }

    private static PublishedNumbers numbers(PublishedTable.Row row) {
        return new PublishedNumbers(
                row.process(), row.workload(), row.maxMs(), row.minMs(), row.meanMs(), row.failureRate(), row.note());
    }
}
