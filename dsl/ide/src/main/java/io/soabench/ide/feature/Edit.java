package io.soabench.ide.feature;

import java.util.Comparator;
import java.util.List;

/**
 * A change of a text.
 *
 * @param from first character that is replaced
 * @param to offset behind the last one
 * @param text replacement
 */
record Edit(int from, int to, String text) {

    /** Returns a text with changes, which do not overlap. */
    static String apply(String text, List<Edit> edits) {
        StringBuilder changed = new StringBuilder(text);
        edits.stream()
                .sorted(Comparator.comparingInt(Edit::from).reversed())
                .forEach(edit -> changed.replace(edit.from, edit.to, edit.text));
        return changed.toString();
    }
}
