package io.soabench.dsl.repair;

import java.util.List;

/**
 * A fault in a text.
 *
 * @param offset of the word in question
 * @param length of that word; 0 at the end of the text
 * @param message the error, and the action to take
 * @param cure changes that correct the text
 */
public record SyntaxFault(int offset, int length, String message, List<Change> cure) {

    public SyntaxFault {
        cure = List.copyOf(cure);
    }

    /** Returns whether the cure is the probable intention. */
    public boolean isCertain() {
        return cure.stream()
                .noneMatch(change -> change.invented() || change.text().isBlank());
    }
}
