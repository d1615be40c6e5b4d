package io.soabench.dsl.validation;

import io.soabench.model.PublishedTable;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.xtext.validation.Check;

/** Rules for published numbers. Their file exists, can be read, and concerns processes and workloads of the model. */
public final class PublishedRules extends Rules {

    /** Checks that the file is right, row by row. */
    @Check
    public void file(PublishedResults published) {
        existing(published.getFile(), published, TestbedPackage.Literals.PUBLISHED_RESULTS__FILE, INSIGNIFICANT_INDEX)
                .ifPresent(file -> rows(published, file));
    }

    private void rows(PublishedResults published, Path file) {
        PublishedTable table;
        try {
            table = PublishedTable.parse(Files.readString(file));
        } catch (IOException e) {
            invalid(published, "cannot be read as text in UTF-8");
            return;
        }
        table.problems().forEach(p -> invalid(published, "at " + p.line() + ":" + p.column() + ": " + p.text()));
        WholeTestbed whole = whole(published);
        // A file without suites is made for others, which may have the processes and workloads.
        if (!whole.all(TestSuite.class).isEmpty()) {
            List<String> targets = Stream.concat(whole.processes().stream(), whole.services().stream())
                    .map(NamedElement::getName)
                    .toList();
            List<String> workloads =
                    whole.workloads().stream().map(NamedElement::getName).toList();
            for (PublishedTable.Row row : table.rows()) {
                known(published, row.line(), "process", row.process(), targets);
                known(published, row.line(), "workload", row.workload(), workloads);
            }
        }
    }

    private void invalid(PublishedResults published, String problem) {
        error(
                IssueCode.PUBLISHED_INVALID,
                "file \"" + published.getFile() + "\" " + problem,
                published,
                TestbedPackage.Literals.PUBLISHED_RESULTS__FILE);
    }

    private void known(PublishedResults published, int line, String what, String name, List<String> names) {
        if (!names.contains(name)) {
            error(
                    IssueCode.PUBLISHED_UNKNOWN,
                    "file \"" + published.getFile() + "\" at line " + line + ": there is no " + what + " \"" + name
                            + "\"; known are " + quoted(names),
                    published,
                    TestbedPackage.Literals.PUBLISHED_RESULTS__FILE);
        }
    }
}
