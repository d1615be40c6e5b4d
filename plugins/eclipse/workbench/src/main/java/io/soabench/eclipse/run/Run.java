package io.soabench.eclipse.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run of a testbed, as its files say.
 *
 * @param testbed the name of the testbed
 * @param id the name of its folder
 * @param folder where it is
 * @param begun when it began
 * @param state as its journal says
 * @param verdicts what was found, a sentence each
 */
public record Run(String testbed, String id, Path folder, Instant begun, String state, List<Verdict> verdicts) {

    /**
     * Something that was found.
     *
     * @param about the case, or the pair of engines
     * @param text what was asked
     * @param verdict the answer, in the word of the report
     * @param value the number on which it rests, with its interval
     */
    public record Verdict(String about, String text, String verdict, String value) {}

    /** The first page of its report, if there is one. */
    public Optional<Path> report() {
        return Optional.of(folder.resolve("report").resolve("index.html")).filter(Files::isRegularFile);
    }
}
