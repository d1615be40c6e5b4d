package io.soabench.dsl.repair;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A text without its syntax errors.
 *
 * @param written the original text
 * @param text the probable intention
 * @param faults the errors, each cause once, in the order of the text
 * @param changes in the order of the text
 * @param doubtful the parts of the original text with omitted words or unknown meaning
 * @param lost the names that the omitted words may have declared
 */
public record RepairedText(
        String written,
        String text,
        List<SyntaxFault> faults,
        List<Change> changes,
        List<Span> doubtful,
        Set<String> lost) {

    /**
     * A range of characters in a text.
     *
     * @param to offset behind the last character
     */
    public record Span(int from, int to) {}

    public RepairedText {
        faults = faults.stream()
                .sorted(Comparator.comparingInt(SyntaxFault::offset))
                .toList();
        changes = changes.stream().sorted(Comparator.comparingInt(Change::from)).toList();
        doubtful = List.copyOf(doubtful);
        lost = Set.copyOf(lost);
    }

    /** Returns the result of some changes of a text, which do not overlap. */
    static RepairedText of(
            String original, List<SyntaxFault> faults, List<Change> changes, List<Span> doubtful, Set<String> lost) {
        RepairedText all = new RepairedText(original, original, faults, changes, doubtful, lost);
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Change change : all.changes) {
            text.append(original, at, change.from()).append(change.text());
            at = change.to();
        }
        return new RepairedText(
                original, text.append(original.substring(at)).toString(), faults, changes, doubtful, lost);
    }

    /**
     * Returns the offset in the original text for a character of this text. For a replacement, it is the start of
     * the replaced text.
     */
    public int original(int offset) {
        int moved = 0;
        for (Change change : changes) {
            int start = change.from() + moved;
            if (offset < start) {
                break;
            }
            if (offset < start + change.text().length()) {
                return change.from() + Math.min(offset - start, Math.max(0, change.to() - change.from() - 1));
            }
            moved += change.text().length() - (change.to() - change.from());
        }
        return offset - moved;
    }

    /** Returns whether the range from one character up to, and without, another only fills a gap. */
    public boolean isInvented(int from, int to) {
        int moved = 0;
        for (Change change : changes) {
            int start = change.from() + moved;
            if (change.invented() && start < to && from < start + change.text().length()) {
                return true;
            }
            moved += change.text().length() - (change.to() - change.from());
        }
        return false;
    }

    /** Returns whether a sentence concerns a name that only fills a gap. */
    public static boolean isOfAGap(String message) {
        return message.contains(RepairWords.GAP);
    }

    /** Returns whether the part around a character of the original text has an unknown meaning. */
    public boolean isDoubtful(int original) {
        return doubtful.stream().anyMatch(part -> part.from() <= original && original < part.to());
    }

    /** Returns whether an intended part is missing in this text. */
    public boolean isIncomplete() {
        return !doubtful.isEmpty();
    }
}
