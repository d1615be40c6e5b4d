package io.soabench.start;

import io.soabench.model.issue.Issue;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A testbed that was written.
 *
 * @param testbed the model file, absolute
 * @param files all files that were written, the model included; absolute, sorted
 * @param notes sentences on what was chosen, found or mended on the way, in the order in which a user reads them
 * @param waitsFor operations that the process takes from its clients after its start and the load does not send: instances that need
 *     them never end
 * @param left what still keeps the testbed from running, at its places in the written files; empty when it runs as it is
 */
public record StartedTestbed(
        Path testbed, List<Path> files, List<String> notes, List<String> waitsFor, List<Issue> left) {

    public StartedTestbed {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        waitsFor = List.copyOf(waitsFor);
        left = List.copyOf(left);
    }

    /** Whether {@code soabench:run} takes it; what it measures may still {@linkplain #waitsFor wait}. */
    public boolean runs() {
        return left.isEmpty();
    }

    /** A sentence on what comes before it is run, or that nothing does. */
    public String next() {
        if (!runs()) {
            return "before it runs, what is marked in it must be corrected";
        }
        return waitsFor.isEmpty()
                ? "it runs as it is"
                : "it can be run, but instances wait for "
                        + waitsFor.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "))
                        + ", which the load does not send; end that wait by an alarm, or leave it out";
    }
}
