package io.soabench.eclipse.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run of a testbed, as its files describe it.
 *
 * @param testbed the name of the testbed
 * @param id the name of its folder
 * @param folder the folder of its files
 * @param begun the time of its start
 * @param state the state in its journal
 * @param verdicts its findings, one sentence each
 */
public record Run(String testbed, String id, Path folder, Instant begun, String state, List<Verdict> verdicts) {

    /**
     * A finding of a run.
     *
     * @param about the case, or the pair of engines
     * @param text the question
     * @param verdict the answer, in the word of the report
     * @param value the number on which the answer rests, with its interval
     */
    public record Verdict(String about, String text, String verdict, String value) {}

    /** Returns the first page of its report, if there is one. */
    public Optional<Path> report() {
        return Optional.of(folder.resolve("report").resolve("index.html")).filter(Files::isRegularFile);
    }
}
