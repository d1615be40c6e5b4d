package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expected;
import io.soabench.dsl.words.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Messages about the errors of one part of a file: the error, its place, and the action to take. Immutable. */
final class FaultMessages {

    /** The greatest number of alternatives that are all listed; more are described. */
    private static final int MOST_LISTED = 4;

    private static final Set<String> HEAD = Set.of("testbed", "seed", "import");

    private static final String PORT = "port";

    /** The words behind which a name stands. */
    private static final Set<String> NAMED = Set.of(
            "data", "explore", "host", "on", "process", "profile", "server", "service", "suite", "type", "workload");

    /** The repairs of words that another language may have taught. */
    private static final Set<RepairCandidate.Kind> OF_HABITS =
            EnumSet.of(RepairCandidate.Kind.ADD, RepairCandidate.Kind.EXCHANGE, RepairCandidate.Kind.REMOVE);

    private final String text;
    private final List<Token> words;
    private final Optional<Token> after;

    /**
     * @param text of the file
     * @param words of the part
     * @param after the first word behind it
     */
    FaultMessages(String text, List<Token> words, Optional<Token> after) {
        this.text = text;
        this.words = words;
        this.after = after;
    }

    /** Returns whether the file ends with the part. */
    boolean isLast() {
        return after.isEmpty();
    }

    /** Returns whether a word is the last one of the file and may be incomplete. */
    boolean isCutOff(int wrong, List<Expected> expected) {
        return cutOff(wrong, expected).isPresent();
    }

    /** Returns whether a word stands in the original file. */
    boolean isWritten(Token word) {
        return text.startsWith(word.text(), word.start());
    }

    /** Returns the fault of a part that can be understood with one of several equally probable drafts. */
    SyntaxFault fault(List<RepairCandidate> best, int wrong, List<Expected> expected, List<Change> cure) {
        RepairCandidate draft = best.get(0);
        Optional<String> habit =
                OF_HABITS.contains(draft.kind()) ? ForeignHabits.sentence(words, wrong, expected) : Optional.empty();
        if (habit.isPresent()) {
            return at(wrong, habit.get(), cure);
        }
        return switch (draft.kind()) {
            case SPELL, SPACE -> spelt(best, cure);
            case QUOTE ->
                at(
                        draft.from(),
                        "a text stands in double quotes; write "
                                + draft.instead().get(0).text(),
                        cure);
            case ADD -> added(best, wrong, expected, cure);
            case NAME -> at(draft.from(), nameMissing(draft.from()), cure);
            case EXCHANGE -> exchanged(best, wrong, expected, cure);
            case REMOVE -> removed(wrong, expected, cure);
            case END -> missing(draft, wrong, expected, cure);
        };
    }

    /** Returns the fault of a part that is not understood at all. */
    SyntaxFault nothing(int wrong, List<Expected> expected) {
        return wrong < words.size()
                ? at(
                        wrong,
                        ForeignHabits.sentence(words, wrong, expected)
                                .orElseGet(() -> notAllowed(wrong) + allowed(expected)),
                        List.of())
                : end("something is missing " + place(wrong) + allowed(expected), List.of());
    }

    private SyntaxFault spelt(List<RepairCandidate> best, List<Change> cure) {
        RepairCandidate draft = best.get(0);
        Token last = words.get(draft.to() - 1);
        String found =
                text.substring(words.get(draft.from()).start(), last.end()).replaceAll("\\s+", " ");
        String meant = best.stream()
                .map(each -> each.instead().stream().map(Token::text).collect(Collectors.joining(" ", "\"", "\"")))
                .collect(Collectors.joining(" or "));
        return at(draft.from(), '"' + found + "\" is not allowed here; did you mean " + meant + "?", cure);
    }

    private SyntaxFault added(List<RepairCandidate> best, int wrong, List<Expected> expected, List<Change> cure) {
        Optional<String> cutOff = cutOff(wrong, expected);
        if (cutOff.isPresent()) {
            return at(wrong, cutOff.get(), cure);
        }
        List<Token> missing = best.get(0).instead();
        if (missing.size() == 1 && missing.get(0).is("}")) {
            List<Integer> open = RepairWords.open(words, wrong);
            if (!open.isEmpty()) {
                return at(wrong, unclosed(open.subList(open.size() - 1, open.size()), wrong), cure);
            }
        }
        if (missing.size() > 1) {
            return at(
                    wrong,
                    missing.stream().map(RepairWords::wanted).collect(Collectors.joining(" and ")) + " are missing "
                            + place(wrong),
                    cure);
        }
        return RepairWords.isGap(missing.get(0)) && first(best).size() == 1
                ? at(wrong, nameMissing(wrong), cure)
                : at(
                        wrong,
                        numberUnnamed(wrong).orElseGet(() -> or(first(best)) + " is missing " + place(wrong)),
                        cure);
    }

    private String nameMissing(int before) {
        return numberUnnamed(before).orElseGet(() -> name(before) + " is missing " + place(before));
    }

    private String name(int place) {
        return named(place).map(thing -> "the name of the " + thing).orElse("a name");
    }

    /** Returns the kind of thing whose name stands behind the words before a place. */
    private Optional<String> named(int place) {
        if (place == 0 || !NAMED.contains(words.get(place - 1).text())) {
            return Optional.empty();
        }
        String word = words.get(place - 1).text();
        if (word.equals("on")) {
            return Optional.of(words.get(0).is("server") ? "host" : "server");
        }
        return word.equals("type")
                ? place > 1 ? Optional.of(words.get(place - 2).text() + " type") : Optional.empty()
                : Optional.of(word);
    }

    /** Returns the sentence about a number in the braces of a server that belongs to a port or parameter without a name. */
    private Optional<String> numberUnnamed(int number) {
        if (number == 0 || number >= words.size() || !isNumber(words.get(number))) {
            return Optional.empty();
        }
        boolean port = words.get(number - 1).is(PORT);
        boolean server = words.get(0).is("server")
                && !words.get(1).is("type")
                && !RepairWords.open(words, number).isEmpty();
        return port || server
                ? Optional.of(
                        (port ? "the name of the port" : "the name of a port or parameter") + " is missing before "
                                + RepairWords.found(words.get(number)) + "; write e.g. \"" + PORT + " http "
                                + words.get(number).text() + '"')
                : Optional.empty();
    }

    private static boolean isNumber(Token word) {
        return word.text().chars().allMatch(Character::isDigit);
    }

    private SyntaxFault exchanged(List<RepairCandidate> best, int wrong, List<Expected> expected, List<Change> cure) {
        List<Token> list = best.get(0).instead();
        if (list.size() > 1) {
            return at(
                    wrong,
                    notAllowed(wrong) + "; write \""
                            + list.stream()
                                    .map(Token::text)
                                    .collect(Collectors.joining(" "))
                                    .replace("( ", "(")
                                    .replace(" )", ")")
                                    .replace(" ,", ",")
                            + '"',
                    cure);
        }
        Set<String> wanted = first(best);
        return at(
                wrong,
                cutOff(wrong, expected)
                        .orElseGet(() -> notAllowed(wrong)
                                + (wanted.size() <= MOST_LISTED ? "; write " + or(wanted) : allowed(expected))),
                cure);
    }

    /** Returns the message for the last word of a file, which may be incomplete. */
    private Optional<String> cutOff(int wrong, List<Expected> expected) {
        Token word = words.get(wrong);
        if (!isLast() || wrong + 1 < words.size() || word.kind() != Token.Kind.WORD) {
            return Optional.empty();
        }
        List<String> whole = expected.stream()
                .filter(Expected::isKeyword)
                .flatMap(each -> each.words().stream())
                .filter(each -> each.startsWith(word.text()))
                .distinct()
                .sorted()
                .map(each -> '"' + each + '"')
                .toList();
        return whole.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the file ends with \"" + word.text() + "\"; write " + or(whole) + " and what follows it");
    }

    private static Set<String> first(List<RepairCandidate> best) {
        return best.stream()
                .map(draft -> RepairWords.wanted(draft.instead().get(0)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private SyntaxFault removed(int wrong, List<Expected> expected, List<Change> cure) {
        Token word = words.get(wrong);
        if (word.is("}") && RepairWords.open(words, wrong).isEmpty()) {
            return at(wrong, "this \"}\" closes nothing; remove it", cure);
        }
        if (word.kind() == Token.Kind.WORD && HEAD.contains(word.text())) {
            return at(
                    wrong,
                    notAllowed(wrong) + "; write it at the beginning of the file, before the first element",
                    cure);
        }
        if (word.kind() == Token.Kind.WORD && isTwice(wrong)) {
            return at(wrong, notAllowed(wrong) + " a second time; remove one of both", cure);
        }
        return at(wrong, cutOff(wrong, expected).orElseGet(() -> notAllowed(wrong) + allowed(expected)), cure);
    }

    /** Returns whether the same word stands before, between the same brackets. */
    private boolean isTwice(int wrong) {
        int depth = 0;
        for (int i = wrong - 1; i >= 0; i--) {
            depth += words.get(i).is("}") ? 1 : words.get(i).is("{") ? -1 : 0;
            if (depth < 0) {
                return false;
            }
            if (depth == 0 && words.get(i).is(words.get(wrong).text())) {
                return true;
            }
        }
        return false;
    }

    private SyntaxFault missing(RepairCandidate draft, int wrong, List<Expected> expected, List<Change> cure) {
        List<Token> missing = draft.instead();
        List<Integer> open = RepairWords.open(words, wrong);
        if (missing.stream().allMatch(word -> word.is("}")) && missing.size() <= open.size()) {
            return end(unclosed(open.subList(open.size() - missing.size(), open.size()), wrong), cure);
        }
        Set<String> first = expected.stream()
                .filter(Expected::isKeyword)
                .flatMap(each -> each.words().stream())
                .map(word -> '"' + word + '"')
                .collect(Collectors.toCollection(TreeSet::new));
        boolean sure = first.isEmpty()
                || first.size() > MOST_LISTED
                || expected.stream().anyMatch(each -> !each.isKeyword());
        String wanted = !sure
                ? or(first)
                : RepairWords.isGap(missing.get(0)) ? name(wrong) : RepairWords.wanted(missing.get(0));
        return end(wanted + (missing.size() > 1 ? ", and what follows it," : "") + " is missing " + place(wrong), cure);
    }

    private String unclosed(List<Integer> open, int before) {
        List<String> lines = open.stream()
                .map(index -> String.valueOf(line(words.get(index).start())))
                .distinct()
                .toList();
        String closing = "}".repeat(open.size());
        return "the \"{\" in line " + String.join(" and line ", lines) + (open.size() > 1 ? " are" : " is")
                + " not closed; add \"" + closing + "\" " + place(before);
    }

    private int line(int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    private String place(int before) {
        return before < words.size()
                ? "before " + RepairWords.found(words.get(before))
                : after.map(word -> "before " + RepairWords.found(word)).orElse("at the end of the file");
    }

    private String notAllowed(int word) {
        return RepairWords.found(words.get(word)) + " is not allowed here";
    }

    private static String or(Collection<String> words) {
        return String.join(" or ", words);
    }

    /** Returns the alternatives at a place: words of the language, and kinds of free words. */
    private static String allowed(List<Expected> expected) {
        List<String> all = new ArrayList<>();
        expected.stream()
                .filter(Expected::isKeyword)
                .flatMap(each -> each.words().stream())
                .distinct()
                .sorted()
                .forEach(all::add);
        if (expected.stream().anyMatch(Expected::name)) {
            all.add("a name");
        }
        if (expected.stream().anyMatch(Expected::string)) {
            all.add("a text in double quotes");
        }
        if (expected.stream().anyMatch(Expected::number)) {
            all.add("a number");
        }
        return all.isEmpty() ? "; remove it" : "; allowed are: " + String.join(", ", all);
    }

    private SyntaxFault at(int word, String message, List<Change> cure) {
        Token token = words.get(word);
        return new SyntaxFault(token.start(), token.end() - token.start(), message, cure);
    }

    /** Returns a fault for words that are missing at the end of a part, at the start of the next one. */
    private SyntaxFault end(String message, List<Change> cure) {
        int offset = after.map(Token::start).orElse(words.get(words.size() - 1).end());
        int length = after.map(word -> word.end() - word.start()).orElse(0);
        return new SyntaxFault(offset, length, message, cure);
    }
}
