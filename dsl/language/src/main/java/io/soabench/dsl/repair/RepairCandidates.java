package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.grammar.Expected;
import io.soabench.dsl.words.Spelling;
import io.soabench.dsl.words.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The probable replacements for a word that cannot be understood, or for missing words at the end. */
final class RepairCandidates {

    /** The number of words that must be understood behind a change to trust it, unless fewer remain. */
    private static final int LEAST_UNDERSTOOD = 5;

    /** The length from which on a word is hardly ever similar to another one by chance. */
    private static final int LEAST_DISTINCT_LETTERS = 4;

    /** The greatest number of words that the search looks ahead. */
    private static final int FARTHEST = 40;

    /** The greatest distance, in words, between the error and a word that was wrongly taken for a name. */
    private static final int LOOK_BACK = 12;

    private static final int MOST_REMOVED = 12;
    private static final int MOST_ADDED = 12;

    /** The greatest number of allowed words for which one of them is certainly required. */
    private static final int MOST_REQUIRED_WORDS = 3;

    // The costs of changes: the more unlikely a change is, the more it costs. A misspelt word costs this much for each
    // wrong letter.
    private static final int SPELLING = 100;
    private static final int LETTER = 5;
    private static final int OTHER_WORD = 150;
    private static final int NAME = 120;
    private static final int SPACING = 150;
    private static final int SYMBOL = 200;
    private static final int KEYWORD = 250;
    private static final int GAP_COST = 300;
    private static final int EXCHANGED = 100;
    private static final int REMOVED = 500;
    private static final int ONE_OF_MANY = 600;

    /** The kinds of drafts of which several may be equally likely. */
    private static final Set<RepairCandidate.Kind> SEVERAL =
            EnumSet.of(RepairCandidate.Kind.ADD, RepairCandidate.Kind.EXCHANGE, RepairCandidate.Kind.SPELL);

    private final Expectations language;
    private final List<Token> words;
    private final Expectations.Reading reading;
    private final int wrong;
    private final int settled;
    private final int read;
    private final List<RepairCandidate> drafts = new ArrayList<>();

    /**
     * Creates the drafts for one place.
     *
     * @param words of the part
     * @param reading of the words before the wrong one
     * @param wrong index of the word that cannot be understood; the number of words if some are missing at the end
     * @param settled index of the first word that may be changed
     */
    RepairCandidates(Expectations language, List<Token> words, Expectations.Reading reading, int wrong, int settled) {
        this.language = language;
        this.words = words;
        this.reading = reading;
        this.wrong = wrong;
        this.settled = settled;
        this.read = reading.words();
    }

    /**
     * Returns the most probable drafts, best first. Insertions of equal probability are all included. Empty if no
     * draft helps.
     */
    List<RepairCandidate> best() {
        for (int i = wrong; i >= Math.max(settled, wrong - LOOK_BACK); i--) {
            if (i < words.size()) {
                spell(i);
                space(i);
            }
            if (i < wrong
                    && words.get(i).kind() == Token.Kind.WORD
                    && language.keywords().contains(words.get(i).text())) {
                draft(RepairCandidate.Kind.NAME, i, i, List.of(gap(Token.Kind.WORD, i)), NAME + wrong - i);
            }
        }
        if (wrong == words.size()) {
            end();
        } else {
            quote();
            add();
            exchange();
            remove();
        }
        Comparator<RepairCandidate> likeliest = Comparator.<RepairCandidate>comparingInt(draft -> draft.sure() ? 0 : 1)
                .thenComparingInt(draft -> draft.sure() ? draft.cost() : -draft.reach())
                .thenComparingInt(draft -> draft.sure() ? -draft.reach() : draft.cost());
        Optional<RepairCandidate> first = drafts.stream().min(likeliest);
        if (first.isEmpty() || !SEVERAL.contains(first.get().kind())) {
            return first.stream().toList();
        }
        return drafts.stream()
                .filter(draft -> draft.kind() == first.get().kind()
                        && draft.from() == first.get().from()
                        && likeliest.compare(draft, first.get()) == 0)
                .toList();
    }

    /**
     * Returns the number of words that must be understood behind a draft. A correction of a spelling is trusted
     * sooner, because another error may follow closely.
     */
    private int enough(RepairCandidate.Kind kind, int from, List<Token> instead) {
        boolean spelt = kind == RepairCandidate.Kind.SPELL
                && from == wrong
                && instead.get(0).text().length() >= LEAST_DISTINCT_LETTERS
                && !language.keywords().contains(words.get(wrong).text());
        return spelt ? 1 : LEAST_UNDERSTOOD;
    }

    private Expectations.Reading before(int word) {
        return reading.upTo(read - (wrong - word));
    }

    private void draft(RepairCandidate.Kind kind, int from, int to, List<Token> instead, int cost) {
        Expectations.Reading tried = before(from);
        for (Token word : instead) {
            if (!tried.read(word)) {
                return;
            }
        }
        int next = to;
        while (next < words.size() && next < wrong + FARTHEST && tried.read(words.get(next))) {
            next++;
        }
        boolean complete = next == words.size() && tried.isComplete();
        if (next > wrong || complete) {
            boolean sure = complete || next - Math.max(to, wrong) >= enough(kind, from, instead);
            drafts.add(new RepairCandidate(kind, from, to, instead, cost, tried, next, complete, sure));
        }
    }

    private static Set<String> keywords(Collection<Expected> expected) {
        Set<String> keywords = new TreeSet<>();
        expected.stream().filter(Expected::isKeyword).forEach(each -> keywords.addAll(each.words()));
        return keywords;
    }

    /** Adds candidates for spelling. Words without a blank between them are one that is spelt wrong, such as a unit with its number first. */
    private void spell(int at) {
        Token word = words.get(at);
        if (word.kind() == Token.Kind.WORD) {
            spell(at, at + 1, word.text());
        } else if (word.kind() == Token.Kind.NUMBER
                && at + 1 < words.size()
                && words.get(at + 1).kind() == Token.Kind.WORD
                && words.get(at + 1).start() == word.end()) {
            spell(at, at + 2, word.text() + words.get(at + 1).text());
        }
    }

    private void spell(int from, int to, String found) {
        for (String meant : Spelling.nearest(found, keywords(before(from).expected()))) {
            if (!meant.equals(found)) {
                int other = language.keywords().contains(found) ? OTHER_WORD : 0;
                int mistakes = Spelling.mistakes(found.toLowerCase(Locale.ROOT), meant.toLowerCase(Locale.ROOT));
                draft(
                        RepairCandidate.Kind.SPELL,
                        from,
                        to,
                        List.of(RepairWords.of(meant, words.get(from))),
                        SPELLING * mistakes + LETTER * Spelling.foreign(found, meant) + wrong - from + other);
            }
        }
    }

    /** Adds drafts for two words written as one, or one word written as two. */
    private void space(int at) {
        Token word = words.get(at);
        Expectations.Reading before = before(at);
        String both = at + 1 < words.size() && words.get(at + 1).kind() == word.kind()
                ? word.text() + words.get(at + 1).text()
                : "";
        for (String meant : keywords(before.expected())) {
            String rest = word.text().startsWith(meant) ? word.text().substring(meant.length()) : "";
            if (!rest.isEmpty()) {
                String second = rest.startsWith("-") ? rest.substring(1) : rest;
                draft(
                        RepairCandidate.Kind.SPACE,
                        at,
                        at + 1,
                        List.of(RepairWords.of(meant, word), RepairWords.of(second, word)),
                        SPACING + wrong - at);
            }
            if (meant.equals(both) || meant.replace("-", "").equals(both)) {
                draft(
                        RepairCandidate.Kind.SPACE,
                        at,
                        at + 2,
                        List.of(RepairWords.of(meant, word)),
                        SPACING + wrong - at);
            }
        }
    }

    private void quote() {
        if (reading.expected().stream().noneMatch(Expected::string)
                || words.get(wrong).kind() == Token.Kind.STRING) {
            return;
        }
        int end = wrong + 1;
        while (end < words.size()
                && words.get(end).start() == words.get(end - 1).end()
                && words.get(end).kind() != Token.Kind.STRING
                && !RepairWords.isBracket(words.get(end))
                && !words.get(end).is(",")) {
            end++;
        }
        StringBuilder text = new StringBuilder("\"");
        words.subList(wrong, end).forEach(each -> text.append(each.text()));
        Token quoted = new Token(
                Token.Kind.STRING,
                text.append('"').toString(),
                words.get(wrong).start(),
                words.get(end - 1).end());
        draft(RepairCandidate.Kind.QUOTE, wrong, end, List.of(quoted), SPACING);
    }

    private void add() {
        if (words.get(wrong).is("}") && RepairWords.open(words, wrong).isEmpty()) {
            return; // A closing brace without an open one stays wrong with any word before it.
        }
        List<Expected> expected = reading.expected();
        boolean few = keywords(expected).size() <= MOST_REQUIRED_WORDS
                && expected.stream().noneMatch(Expected::name);
        for (Token word : possible(expected)) {
            draft(RepairCandidate.Kind.ADD, wrong, wrong, List.of(word), cost(word, few));
        }
        if (drafts.stream().noneMatch(RepairCandidate::sure)) {
            for (Token word : possible(expected)) {
                Expectations.Reading next = reading.upTo(read);
                if (next.read(word)) {
                    for (Token second : possible(next.expected())) {
                        draft(RepairCandidate.Kind.ADD, wrong, wrong, List.of(word, second), ONE_OF_MANY);
                    }
                }
            }
        }
    }

    private void exchange() {
        List<Expected> expected = reading.expected();
        boolean few = keywords(expected).size() <= MOST_REQUIRED_WORDS;
        for (Token word : possible(expected)) {
            draft(RepairCandidate.Kind.EXCHANGE, wrong, wrong + 1, List.of(word), EXCHANGED + cost(word, few));
            if (word.is("(")) {
                brackets(word);
            }
        }
    }

    /** Adds drafts for a list in brackets of another kind, or in none. */
    private void brackets(Token opening) {
        Token found = words.get(wrong);
        if (found.kind() == Token.Kind.WORD) {
            draft(
                    RepairCandidate.Kind.EXCHANGE,
                    wrong,
                    wrong + 1,
                    List.of(opening, found, RepairWords.of(")", found)),
                    EXCHANGED + SPELLING);
        } else if (found.is("[") || found.is("{")) {
            String closing = found.is("[") ? "]" : "}";
            int end = wrong;
            while (end < words.size() && !words.get(end).is(closing)) {
                end++;
            }
            if (end < words.size()) {
                List<Token> list = new ArrayList<>(words.subList(wrong, end + 1));
                list.set(0, opening);
                list.set(list.size() - 1, RepairWords.of(")", words.get(end)));
                draft(RepairCandidate.Kind.EXCHANGE, wrong, end + 1, list, EXCHANGED + SPELLING);
            }
        }
    }

    private static int cost(Token word, boolean few) {
        if (word.kind() == Token.Kind.SYMBOL) {
            return SYMBOL;
        }
        boolean gap = word.kind() != Token.Kind.WORD || RepairWords.isGap(word);
        return gap ? GAP_COST : few ? KEYWORD : ONE_OF_MANY;
    }

    private void remove() {
        int end = wrong;
        for (int removed = 0; removed < MOST_REMOVED && end < words.size(); removed++) {
            end = RepairWords.behind(words, end);
            draft(RepairCandidate.Kind.REMOVE, wrong, end, List.of(), REMOVED + 20 * (end - wrong));
        }
    }

    /** Adds the shortest completions at the end. */
    private void end() {
        Expectations.Reading rest = reading.upTo(read);
        List<Token> missing = new ArrayList<>();
        while (!rest.isComplete() && missing.size() < MOST_ADDED) {
            Optional<Token> next =
                    possible(rest.expected()).stream().min(Comparator.comparingInt(RepairCandidates::distanceToTheEnd));
            if (next.isEmpty() || !rest.read(next.get())) {
                return;
            }
            missing.add(next.get());
        }
        draft(RepairCandidate.Kind.END, wrong, wrong, missing, GAP_COST);
    }

    private static int distanceToTheEnd(Token word) {
        if (word.kind() == Token.Kind.SYMBOL) {
            return word.is("}") ? 0 : word.is(")") || word.is("]") ? 1 : 4;
        }
        if (RepairWords.isGap(word)) {
            return 2;
        }
        return word.kind() == Token.Kind.WORD ? 5 : 3;
    }

    /** Returns a word for each expected element. */
    private List<Token> possible(List<Expected> expected) {
        List<Token> possible = new ArrayList<>();
        for (String keyword : keywords(expected)) {
            possible.add(RepairWords.of(keyword, place()));
        }
        if (expected.stream().anyMatch(Expected::name)) {
            possible.add(gap(Token.Kind.WORD, wrong));
        }
        if (expected.stream().anyMatch(Expected::string)) {
            possible.add(gap(Token.Kind.STRING, wrong));
        }
        if (expected.stream().anyMatch(Expected::number)) {
            possible.add(gap(Token.Kind.NUMBER, wrong));
        }
        return possible;
    }

    private Token place() {
        return words.get(Math.min(wrong, words.size() - 1));
    }

    private Token gap(Token.Kind kind, int at) {
        int offset = at < words.size() ? words.get(at).start() : place().end();
        return new Token(
                kind,
                switch (kind) {
                    case STRING -> "\"\"";
                    case NUMBER -> "1";
                    default -> RepairWords.GAP + offset;
                },
                offset,
                offset);
    }
}
