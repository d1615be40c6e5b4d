package io.soabench.start;

import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Sentences about schemas that break rules of XML Schema. */
final class BrokenSchemas {

    /** The greatest number of problems that a sentence lists. */
    private static final int MOST_LISTED = 3;

    private BrokenSchemas() {}

    /**
     * Adds a note on the broken rules, where there are some. Engines and services deploy such a contract often, since they
     * read what they need of it.
     *
     * @param wording of messages that name places in a draft
     */
    static void note(WsdlDefinitions definitions, UnaryOperator<String> wording, List<String> notes) {
        List<Problem> broken = definitions.brokenSchemaRules();
        if (!broken.isEmpty()) {
            notes.add(note(broken, wording));
        }
    }

    /** Returns a note on broken rules. */
    static String note(List<Problem> broken, UnaryOperator<String> wording) {
        return listed(broken, wording) + "; clients and services that check schemas may refuse it";
    }

    /** Returns the first problems, each with its place. */
    static String listed(List<Problem> problems, UnaryOperator<String> wording) {
        return problems.stream()
                        .limit(MOST_LISTED)
                        .map(problem -> Path.of(problem.file()).getFileName() + ":" + problem.line() + ": "
                                + wording.apply(problem.message()))
                        .collect(Collectors.joining("; "))
                + (problems.size() > MOST_LISTED ? "; and " + (problems.size() - MOST_LISTED) + " more" : "");
    }
}
