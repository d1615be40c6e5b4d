package io.soabench.dsl.repair;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A text without its syntax errors.
 *
 * @param written the text as it is
 * @param text as it was probably meant
 * @param faults what was wrong, each cause once, in the order of the text
 * @param changes what was changed, in the order of the text
 * @param doubtful the parts of the original text of which something was left out or is not known
 * @param lost the names that may have been declared in what was left out
 */
public record Repaired(
        String written, String text, List<Fault> faults, List<Change> changes, List<Span> doubtful, Set<String> lost) {

    /**
     * Characters of a text.
     *
     * @param to behind the last
     */
    public record Span(int from, int to) {}

    public Repaired {
        faults = faults.stream().sorted(Comparator.comparingInt(Fault::offset)).toList();
        changes = changes.stream().sorted(Comparator.comparingInt(Change::from)).toList();
        doubtful = List.copyOf(doubtful);
        lost = Set.copyOf(lost);
    }

    /** Of a text, what becomes of it by some changes that do not overlap. */
    static Repaired of(
            String original, List<Fault> faults, List<Change> changes, List<Span> doubtful, Set<String> lost) {
        Repaired all = new Repaired(original, original, faults, changes, doubtful, lost);
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Change change : all.changes) {
            text.append(original, at, change.from()).append(change.text());
            at = change.to();
        }
        return new Repaired(original, text.append(original.substring(at)).toString(), faults, changes, doubtful, lost);
    }

    /** Where a character of this text stands in the original one; of what was written anew, where that begins. */
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

    /** Whether something only fills a gap in this text from one character up to, and without, another. */
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

    /** Whether a sentence speaks of a name that only fills a gap. */
    public static boolean isOfAGap(String message) {
        return message.contains(Words.GAP);
    }

    /** Whether something is not known of the part in which a character of the original text is. */
    public boolean isDoubtful(int original) {
        return doubtful.stream().anyMatch(part -> part.from() <= original && original < part.to());
    }

    /** Whether something that was meant is not in this text. */
    public boolean isIncomplete() {
        return !doubtful.isEmpty();
    }
}
