package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.words.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The repair of one part of a file. It always reads to the end of the part. */
final class PartRepair {

    /**
     * The greatest number of errors in a part. A part with more errors is not repaired, because its meaning is unclear.
     */
    private static final int MOST_FAULTS = 16;

    /** The greatest number of guesses in a part: repairs of which the intended one is unknown. */
    private static final int MOST_GUESSES = 2;

    private final Expectations language;
    private final List<Token> words;
    private final FaultMessages sentences;
    private final List<SyntaxFault> faults = new ArrayList<>();
    private final Set<String> lost = new HashSet<>();
    private boolean doubtful;
    private boolean unrepairable;

    /**
     * @param words of the part; one at least
     * @param sentences about them
     */
    PartRepair(Expectations language, List<Token> words, FaultMessages sentences) {
        this.language = language;
        this.words = words;
        this.sentences = sentences;
        repair();
    }

    List<SyntaxFault> faults() {
        return faults;
    }

    /** Returns the names that the omitted words may have declared. */
    Set<String> lost() {
        return lost;
    }

    /** Returns whether omitted words may have had a meaning, or a meaning is unknown. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Returns whether the part is still not understood. */
    boolean isHopeless() {
        return unrepairable;
    }

    private void repair() {
        Expectations.Reading reading = language.begin();
        int next = 0;
        int settled = 0;
        int guesses = 0;
        while (true) {
            while (next < words.size() && reading.read(words.get(next))) {
                next++;
            }
            if (next == words.size() && reading.isComplete()) {
                return;
            }
            List<RepairCandidate> best = faults.size() < MOST_FAULTS
                    ? new RepairCandidates(language, words, reading, next, settled).best()
                    : List.of();
            guesses += best.isEmpty() || best.get(0).sure() ? 0 : 1;
            if (best.isEmpty() || guesses > MOST_GUESSES) {
                unrepairable = true;
                doubtful = true;
                if (faults.isEmpty()) {
                    faults.add(sentences.nothing(next, reading.expected()));
                }
                return;
            }
            take(best, next, reading);
            RepairCandidate draft = best.get(0);
            reading = draft.reading();
            next = draft.next();
            settled = draft.to();
        }
    }

    private void take(List<RepairCandidate> best, int wrong, Expectations.Reading reading) {
        RepairCandidate draft = best.get(0);
        boolean cut = (draft.kind() == RepairCandidate.Kind.END && sentences.isLast())
                || (draft.kind() == RepairCandidate.Kind.ADD && sentences.isCutOff(wrong, reading.expected()));
        boolean invented = cut || best.size() > 1 || draft.instead().stream().anyMatch(RepairWords::isInvented);
        List<Token> out = words.subList(draft.from(), draft.to());
        boolean takenOut = draft.kind() == RepairCandidate.Kind.REMOVE
                || (draft.kind() == RepairCandidate.Kind.EXCHANGE
                        && draft.instead().size() == 1);
        if (takenOut) {
            out.stream().filter(word -> word.kind() == Token.Kind.WORD).forEach(word -> lost.add(word.text()));
        }
        doubtful |= invented || (takenOut && out.stream().anyMatch(word -> word.kind() != Token.Kind.SYMBOL));
        faults.add(
                sentences.fault(best, wrong, reading.expected(), List.of(cut ? cut(draft) : change(draft, invented))));
    }

    /**
     * Returns the change for a word at the end of a file. The word may be cut off, so issues about it are not
     * trusted.
     */
    private Change cut(RepairCandidate draft) {
        Token last = words.get(words.size() - 1);
        Change added = change(draft, true);
        boolean untouched = sentences.isWritten(last)
                && last.kind() != Token.Kind.SYMBOL
                && faults.stream()
                        .flatMap(fault -> fault.cure().stream())
                        .noneMatch(change -> last.start() < Math.max(change.to(), change.from() + 1));
        if (!untouched) {
            return added;
        }
        String text = added.from() <= last.start() ? added.text() + last.text() : last.text() + added.text();
        return new Change(last.start(), last.end(), text, true);
    }

    private Change change(RepairCandidate draft, boolean invented) {
        String text = draft.instead().stream().map(Token::text).collect(Collectors.joining(" "));
        if (draft.from() < draft.to()) {
            return new Change(
                    words.get(draft.from()).start(), words.get(draft.to() - 1).end(), text, invented);
        }
        int offset = draft.from() < words.size()
                ? words.get(draft.from()).start()
                : words.get(words.size() - 1).end();
        return new Change(offset, offset, ' ' + text + ' ', invented);
    }
}
