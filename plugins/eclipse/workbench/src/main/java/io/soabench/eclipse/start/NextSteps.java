package io.soabench.eclipse.start;

import io.soabench.start.StartedTestbed;
import java.util.Locale;

/** The sentences for the user after a testbed was made: the next step, and the choices on the way. */
final class NextSteps {

    static final String TITLE = "The Testbed Is Made";

    private NextSteps() {}

    static String of(StartedTestbed started) {
        StringBuilder text = new StringBuilder(sentence(started.next())).append(' ');
        text.append(
                started.runs()
                        ? "Run As > SOABench in its menu runs it, in a few minutes."
                        : "The Problems view lists it.");
        text.append(" What you should adapt is said in its comments.");
        if (!started.notes().isEmpty()) {
            text.append("\n");
            started.notes().forEach(note -> text.append("\n\u2022 ").append(sentence(note)));
        }
        return text.toString();
    }

    /** Returns a clause with a full stop and, where it begins with a word, a capital letter. Names stay the same. */
    private static String sentence(String clause) {
        String first = clause.split("\\s", 2)[0];
        String begun = first.matches("[a-z]+")
                ? clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1)
                : clause;
        return begun.endsWith(".") ? begun : begun + ".";
    }
}
