package io.soabench.generators;

import io.soabench.model.PublishedTable;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of published numbers, as the plan carries them. */
final class PublishedFiles {

    private PublishedFiles() {}

    static List<Plan.PublishedPlan> read(WholeTestbed testbed, ModelFiles files, Problems problems) {
        List<Plan.PublishedPlan> all = new ArrayList<>();
        for (PublishedResults published : testbed.published()) {
            String what = "the numbers published of \"" + published.getSubject() + "\"";
            Optional<Path> file = files.find(published, published.getFile(), what);
            if (file.isEmpty()) {
                continue;
            }
            String where = ModelFiles.nameOf(published) + ": " + what + ", \"" + published.getFile() + "\"";
            try {
                PublishedTable table = PublishedTable.parse(Files.readString(file.get()));
                table.problems()
                        .forEach(p -> problems.add(where + ", " + p.line() + ":" + p.column() + ": " + p.text()));
                all.add(new Plan.PublishedPlan(
                        published.getSubject(),
                        published.getSource(),
                        table.rows().stream().map(PublishedFiles::numbers).toList()));
            } catch (IOException e) {
                problems.add(where + ", cannot be read as text in UTF-8; correct the file");
            }
        }
        return all;
    }

    private static Plan.PublishedNumbers numbers(PublishedTable.Row row) {
        return new Plan.PublishedNumbers(
                row.process(), row.workload(), row.maxMs(), row.minMs(), row.meanMs(), row.failureRate(), row.note());
    }
}
