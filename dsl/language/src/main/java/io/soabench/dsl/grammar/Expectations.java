package io.soabench.dsl.grammar;

import io.soabench.dsl.words.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.xtext.Grammar;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.ParserRule;

/**
 * The words that may follow others, by Earley's algorithm (An Efficient Context-Free Parsing Algorithm, CACM 13,
 * 1970) over the grammar of the language. A word in a wrong place is skipped. Immutable; safe for use by several
 * threads.
 */
public final class Expectations {

    /** The rule of names. */
    private static final String NAME = "Name";

    /** The rule of statistics, with words that are none of them. */
    private static final String STATISTIC = "StatisticName";

    /** Words that are read as a statistic only so that the validator can name the statistics that there are. */
    private static final Set<String> NO_STATISTICS = Set.of("mean", "variance");

    private final Automaton automaton;
    private final ParserRule root;
    private final Set<String> keywords;
    private final Set<String> reserved;

    public Expectations(Grammar grammar) {
        this.automaton = new Automaton(grammar);
        this.root = GrammarUtil.allParserRules(grammar).get(0);
        this.keywords = Set.copyOf(GrammarUtil.getAllKeywords(grammar));
        Set<String> rest = new LinkedHashSet<>(keywords);
        rest.removeAll(Automaton.words(GrammarUtil.findRuleForName(grammar, NAME)));
        this.reserved = Set.copyOf(rest);
    }

    /** Returns all words of the language, brackets and arrows included. */
    public Set<String> keywords() {
        return keywords;
    }

    /** Returns the words that are not allowed as names. */
    public Set<String> reserved() {
        return reserved;
    }

    /** Returns the elements that may follow the first words of a model. */
    public List<Expected> after(List<Token> tokens) {
        Reading reading = new Reading();
        tokens.forEach(reading::read);
        return reading.expected();
    }

    /** Returns the first word in a wrong place. */
    public Optional<Token> firstWrong(List<Token> tokens) {
        Reading reading = new Reading();
        return tokens.stream().filter(token -> !reading.read(token)).findFirst();
    }

    /** Returns a reading at the start of a model. */
    public Reading begin() {
        return new Reading();
    }

    /** A model word by word. Not safe for use by several threads. */
    public final class Reading {
        private final List<States> all;

        private Reading() {
            this.all = new ArrayList<>();
            States states = new States(0, all);
            all.add(states);
            states.begin(root);
        }

        private Reading(List<States> all) {
            this.all = new ArrayList<>(all);
        }

        /** Reads the next word; one that cannot stand there is passed over, as if it were not there. */
        public boolean read(Token token) {
            States next = new States(all.size(), all);
            last().read(token, next);
            boolean right = !next.isEmpty();
            if (right) {
                all.add(next);
            }
            return right;
        }

        private States last() {
            return all.get(all.size() - 1);
        }

        /** Returns the number of words that were read, without skipped ones. */
        public int words() {
            return all.size() - 1;
        }

        /** Returns a copy of this reading that ends after the first words. */
        public Reading upTo(int words) {
            return new Reading(all.subList(0, words + 1));
        }

        /** Returns the elements that may follow. */
        public List<Expected> expected() {
            return last().expected();
        }

        /** Returns whether the model may end here. */
        public boolean isComplete() {
            return last().states.stream()
                    .anyMatch(state -> state.node.isLast() && state.origin == 0 && state.node.rule() == root);
        }
    }

    private static boolean isOffered(Expected expected) {
        return !(expected.isKeyword()
                && expected.rule().equals(STATISTIC)
                && NO_STATISTICS.containsAll(expected.words()));
    }

    private boolean matches(Expected expected, Token token) {
        return switch (token.kind()) {
            case WORD -> keywords.contains(token.text()) ? expected.words().contains(token.text()) : expected.name();
            case SYMBOL -> expected.words().contains(token.text());
            case NUMBER -> expected.number();
            case STRING -> expected.string();
            case COMMENT -> false;
        };
    }

    /**
     * A state of Earley's algorithm.
     *
     * @param origin the number of words before the rule began
     * @param used the members of the unordered group that were present, one bit each
     */
    private record State(Automaton.Node node, int origin, long used) {}

    /** All positions in the grammar where the parser may be after some words. */
    private final class States {
        private final int index;
        private final List<States> all;
        private final Set<State> states = new LinkedHashSet<>();
        private final List<State> open = new ArrayList<>();
        private final Map<ParserRule, List<State>> callers = new HashMap<>();
        private final Set<ParserRule> empty = new LinkedHashSet<>();

        private States(int index, List<States> all) {
            this.index = index;
            this.all = all;
        }

        private boolean isEmpty() {
            return states.isEmpty();
        }

        private void begin(ParserRule rule) {
            add(new State(automaton.start(rule), index, 0));
            close();
        }

        private void add(State state) {
            if (states.add(state)) {
                open.add(state);
            }
        }

        private void close() {
            while (!open.isEmpty()) {
                State state = open.remove(open.size() - 1);
                if (state.node.isLast()) {
                    complete(state);
                }
                for (Automaton.Edge edge : state.node.edges()) {
                    follow(state, edge);
                }
            }
        }

        private void follow(State state, Automaton.Edge edge) {
            if (edge.label() instanceof Automaton.Nothing) {
                add(new State(edge.target(), state.origin, state.used));
            } else if (edge.label() instanceof Automaton.Member member) {
                long bit = 1L << member.number();
                if (!member.once() || (state.used & bit) == 0) {
                    add(new State(edge.target(), state.origin, state.used | bit));
                }
            } else if (edge.label() instanceof Automaton.Call call) {
                State after = new State(edge.target(), state.origin, state.used);
                callers.computeIfAbsent(call.rule(), any -> new ArrayList<>()).add(after);
                add(new State(automaton.start(call.rule()), index, 0));
                if (empty.contains(call.rule())) {
                    add(after);
                }
            }
        }

        private void complete(State state) {
            ParserRule rule = state.node.rule();
            if (state.origin == index) {
                empty.add(rule);
            }
            List.copyOf(all.get(state.origin).callers.getOrDefault(rule, List.of()))
                    .forEach(this::add);
        }

        private void read(Token token, States next) {
            for (State state : states) {
                for (Automaton.Edge edge : state.node.edges()) {
                    if (edge.label() instanceof Automaton.Word word && matches(word.expected(), token)) {
                        next.add(new State(edge.target(), state.origin, state.used));
                    }
                }
            }
            if (!next.isEmpty()) {
                next.all.add(next);
                next.close();
                next.all.remove(next.all.size() - 1);
            }
        }

        private List<Expected> expected() {
            Set<Expected> expected = new LinkedHashSet<>();
            for (State state : states) {
                for (Automaton.Edge edge : state.node.edges()) {
                    if (edge.label() instanceof Automaton.Word word && isOffered(word.expected())) {
                        expected.add(word.expected());
                    }
                }
            }
            return List.copyOf(expected);
        }
    }
}
