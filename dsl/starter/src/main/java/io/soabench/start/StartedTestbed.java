package io.soabench.start;

import io.soabench.model.issue.Issue;
import java.nio.file.Path;
import java.util.List;

/**
 * A testbed that was written.
 *
 * @param testbed the model file, absolute
 * @param files all files that were written, the model included; absolute, sorted
 * @param notes sentences on what was chosen, found or mended on the way, in the order in which a user reads them
 * @param left what still keeps the testbed from running, at its places in the written files; empty when it runs as it is
 */
public record StartedTestbed(Path testbed, List<Path> files, List<String> notes, List<Issue> left) {

    public StartedTestbed {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        left = List.copyOf(left);
    }

    /** Whether {@code soabench:run} takes it as it is. */
    public boolean runs() {
        return left.isEmpty();
    }
}
