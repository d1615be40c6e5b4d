package io.soabench.dsl.repair;

import com.google.inject.Inject;
import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.services.TestbedGrammarAccess;
import io.soabench.dsl.text.SyntaxMessages;
import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Tokens;
import io.soabench.dsl.words.Unit;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.parser.IParser;

/**
 * The repairs of texts that the parser cannot follow.
 *
 * <p>The parser finds the wrong parts, because it is fast. {@link Expectations} then finds the first wrong word,
 * and the change with which the rest can be understood. So the repair of a large file costs little more than its
 * reading.
 */
public final class Repairs {

    /** The number of parts that the parser gets at once. */
    private static final int AT_ONCE = 64;

    /**
     * The greatest number of parts that only the parser finds wrong. After that, the rest of the text is not repaired.
     */
    private static final int MOST_TAKEN_OUT = 8;

    private final IParser parser;
    private final Expectations language;

    @Inject
    Repairs(IParser parser, TestbedGrammarAccess grammar) {
        this.parser = parser;
        this.language = new Expectations(grammar.getGrammar());
    }

    /** Returns the probable intention of a text with its errors; empty if the parser can follow it. */
    public RepairedText of(String text) {
        Work work = new Work(text);
        work.comments();
        work.parts();
        return work.finish();
    }

    /**
     * Returns the place at which a parser stops. Invalid values, such as half an instance, are reported when they
     * are converted.
     */
    private Optional<INode> error(String text) {
        for (INode error : parser.parse(new StringReader(text)).getSyntaxErrors()) {
            if (!SyntaxMessages.VALUE.equals(error.getSyntaxErrorMessage().getIssueCode())) {
                return Optional.of(error);
            }
        }
        return Optional.empty();
    }

    /** The repair of one text. */
    private final class Work {
        private final String text;
        private final List<SyntaxFault> faults = new ArrayList<>();
        private final List<Change> changes = new ArrayList<>();
        private final List<RepairedText.Span> doubtful = new ArrayList<>();
        private final Set<String> lost = new HashSet<>();

        /** The text with blanks in the place of a comment that does not end. */
        private String readable;

        private List<Unit> units;

        Work(String text) {
            this.text = text;
            this.readable = text;
        }

        /** Ends each open comment at the end of its first line. */
        void comments() {
            Optional<Token> open = openComment();
            while (open.isPresent()) {
                int start = open.get().start();
                int line = text.indexOf('\n', start);
                int end = line < 0 ? text.length() : line;
                Change change = new Change(end, end, "*/", false);
                changes.add(change);
                faults.add(new SyntaxFault(
                        start,
                        2,
                        "the comment that begins here does not end; write \"*/\" behind it",
                        List.of(change)));
                doubtful.add(new RepairedText.Span(start, end));
                lost.addAll(DeclaredNames.names(
                        Tokens.of(text.substring(start + 2, end)).visible()));
                readable = readable.substring(0, start) + " ".repeat(end - start) + readable.substring(end);
                open = openComment();
            }
        }

        private Optional<Token> openComment() {
            return Tokens.of(readable).all().stream()
                    .filter(token -> token.kind() == Token.Kind.COMMENT
                            && token.text().startsWith("/*")
                            && (token.text().length() < "/**/".length()
                                    || !token.text().endsWith("*/")))
                    .findFirst();
        }

        void parts() {
            units = Unit.of(readable, Tokens.of(readable));
            for (int from = 0; from < units.size(); from += AT_ONCE) {
                int to = Math.min(units.size(), from + AT_ONCE);
                String some = readable.substring(
                        units.get(from).start(), units.get(to - 1).end());
                if (error(some).isPresent()) {
                    some(from, to);
                }
            }
        }

        private void some(int from, int to) {
            int first = from;
            while (first < to) {
                int behind = first + 1;
                // The apparent beginning of an element may belong to the element before it.
                while (behind < to && !isUnderstood(first, behind) && isUnderstood(first, behind + 1)) {
                    behind++;
                }
                if (!isUnderstood(first, behind)) {
                    part(first, behind);
                }
                first = behind;
            }
        }

        private String partOf(int from, int to) {
            return readable.substring(units.get(from).start(), units.get(to - 1).end());
        }

        private boolean isUnderstood(int from, int to) {
            QuoteRepair marks = new QuoteRepair(language, partOf(from, to), 0, false);
            Expectations.Reading reading = language.begin();
            return marks.faults().isEmpty() && marks.words().stream().allMatch(reading::read) && reading.isComplete();
        }

        private void part(int from, int to) {
            int start = units.get(from).start();
            QuoteRepair marks = new QuoteRepair(language, partOf(from, to), start, to == units.size());
            Optional<Token> after =
                    to < units.size() ? units.get(to).tokens().stream().findFirst() : Optional.empty();
            FaultMessages sentences = new FaultMessages(text, marks.words(), after);
            PartRepair repair = new PartRepair(language, marks.words(), sentences);
            List<SyntaxFault> found = new ArrayList<>(marks.faults());
            found.addAll(repair.faults());
            omitWhatFollows(found, marks.words());
            if (repair.isHopeless()) {
                takeOut(from, to, found.get(0));
                return;
            }
            faults.addAll(found);
            found.forEach(fault -> changes.addAll(fault.cure()));
            lost.addAll(repair.lost());
            if (repair.isDoubtful()) {
                doubtful.add(new RepairedText.Span(start, units.get(to - 1).end()));
            }
        }

        /**
         * Removes consequences at the end of a file. If the file ends within a word or a text, later missing words
         * are not reported.
         */
        private void omitWhatFollows(List<SyntaxFault> found, List<Token> words) {
            int end = words.get(words.size() - 1).end();
            boolean within =
                    found.stream().anyMatch(fault -> fault.length() > 0 && fault.offset() + fault.length() == end);
            List<SyntaxFault> behind =
                    found.stream().filter(fault -> fault.length() == 0).toList();
            if (within && !behind.isEmpty()) {
                found.removeAll(behind);
                behind.forEach(fault -> changes.addAll(fault.cure()));
            }
        }

        /** Leaves out parts of which only the declared names are known. */
        private void takeOut(int from, int to, SyntaxFault fault) {
            int start = units.get(from).start();
            int end = units.get(to - 1).end();
            faults.add(fault);
            changes.removeIf(change -> start <= change.from() && change.from() < end);
            changes.add(new Change(start, end, "", false));
            doubtful.add(new RepairedText.Span(start, end));
            units.subList(from, to).forEach(unit -> lost.addAll(DeclaredNames.names(unit.tokens())));
        }

        RepairedText finish() {
            RepairedText repaired = RepairedText.of(text, faults, changes, doubtful, lost);
            for (int i = 0; i < MOST_TAKEN_OUT; i++) {
                Optional<INode> error = error(repaired.text());
                if (error.isEmpty()) {
                    break;
                }
                int offset = repaired.original(error.get().getOffset());
                int unit = units.indexOf(Unit.at(units, offset));
                takeOut(
                        unit,
                        unit + 1,
                        new SyntaxFault(
                                offset,
                                error.get().getLength(),
                                error.get().getSyntaxErrorMessage().getMessage(),
                                List.of()));
                repaired = RepairedText.of(text, faults, changes, doubtful, lost);
            }
            return repaired;
        }
    }
}
