package io.soabench.dsl.repair;

import java.util.List;

/**
 * A fault of a text.
 *
 * @param offset of the word in question
 * @param length of that word; 0 at the end of the text
 * @param message what is wrong, and what to do
 * @param cure what makes it right
 */
public record Fault(int offset, int length, String message, List<Change> cure) {

    public Fault {
        cure = List.copyOf(cure);
    }

    /** Whether the cure is what was meant, as far as one can tell. */
    public boolean isCertain() {
        return cure.stream()
                .noneMatch(change -> change.invented() || change.text().isBlank());
    }
}
