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
 * @param notes sentences about choices, findings and repairs, in reading order
 * @param waitsFor operations of later client messages that the load does not send; instances that need them never end
 * @param left problems that keep the testbed from running, at their places in the written files; empty when it runs
 */
public record StartedTestbed(
        Path testbed, List<Path> files, List<String> notes, List<String> waitsFor, List<Issue> left) {

    public StartedTestbed {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
        waitsFor = List.copyOf(waitsFor);
        left = List.copyOf(left);
    }

    /**
     * Returns whether {@code soabench:run} accepts the testbed. Its instances may still {@linkplain #waitsFor
     * wait}.
     */
    public boolean runs() {
        return left.isEmpty();
    }

    /** Returns a clause about the first run: ready, blocked by errors, or with instances that wait. */
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
