package io.soabench.dsl.grammar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.AbstractRule;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.EnumRule;
import org.eclipse.xtext.Grammar;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.TerminalRule;
import org.eclipse.xtext.UnorderedGroup;

/**
 * The grammar as a recursive transition network (Woods 1970): a graph for each rule. Its edges are words, calls of
 * rules, or empty. An edge into a member of an unordered group has the number of the member, because each is
 * allowed once.
 */
final class Automaton {

    /** The label of an edge. */
    sealed interface Label permits Word, Call, Nothing, Member {}

    record Word(Expected expected) implements Label {}

    record Call(ParserRule rule) implements Label {}

    record Nothing() implements Label {}

    /**
     * A member of an unordered group.
     *
     * @param once whether a second occurrence is forbidden
     */
    record Member(int number, boolean once) implements Label {}

    record Edge(Label label, Node target) {}

    /** A place in a rule. */
    static final class Node {
        private final ParserRule rule;
        private final List<Edge> edges = new ArrayList<>();
        private boolean last;

        private Node(ParserRule rule) {
            this.rule = rule;
        }

        ParserRule rule() {
            return rule;
        }

        List<Edge> edges() {
            return edges;
        }

        /** Returns whether the rule may end here. */
        boolean isLast() {
            return last;
        }

        private Node nothing(Node target) {
            edges.add(new Edge(new Nothing(), target));
            return target;
        }
    }

    private final Map<ParserRule, Node> starts = new HashMap<>();

    Automaton(Grammar grammar) {
        for (ParserRule rule : GrammarUtil.allParserRules(grammar)) {
            Node start = new Node(rule);
            starts.put(rule, start);
            build(rule.getAlternatives(), start).last = true;
        }
    }

    /** Returns the keywords that a rule allows which is always one word. */
    static Set<String> words(AbstractRule rule) {
        Choice choice = new Choice();
        return choice.of(rule) ? Set.copyOf(choice.words) : Set.of();
    }

    /** Returns the node at which a rule begins. */
    Node start(ParserRule rule) {
        return starts.get(rule);
    }

    private Node build(AbstractElement element, Node from) {
        Node start = from.nothing(new Node(from.rule));
        Node end = once(element, start);
        Node out = end.nothing(new Node(from.rule));
        if (GrammarUtil.isOptionalCardinality(element)) {
            start.nothing(out);
        }
        if (GrammarUtil.isMultipleCardinality(element)) {
            end.nothing(start);
        }
        return out;
    }

    private Node once(AbstractElement element, Node start) {
        if (element instanceof Keyword keyword) {
            return word(new Expected(keyword, Set.of(keyword.getValue()), false, false, false), start);
        }
        if (element instanceof RuleCall call) {
            return call(call, start);
        }
        if (element instanceof Assignment assignment) {
            return build(assignment.getTerminal(), start);
        }
        if (element instanceof CrossReference reference) {
            return build(reference.getTerminal(), start);
        }
        if (element instanceof UnorderedGroup group) {
            return unordered(group, start);
        }
        if (element instanceof Group group) {
            Node node = start;
            for (AbstractElement next : group.getElements()) {
                node = build(next, node);
            }
            return node;
        }
        if (element instanceof Alternatives alternatives) {
            Node end = new Node(start.rule);
            for (AbstractElement choice : alternatives.getElements()) {
                build(choice, start).nothing(end);
            }
            return end;
        }
        // An action: it makes an object of the model and takes no word.
        return start.nothing(new Node(start.rule));
    }

    private static Node word(Expected expected, Node start) {
        Node end = new Node(start.rule);
        start.edges.add(new Edge(new Word(expected), end));
        return end;
    }

    private Node call(RuleCall call, Node start) {
        AbstractRule rule = call.getRule();
        if (rule instanceof EnumRule words) {
            Node end = new Node(start.rule);
            for (EnumLiteralDeclaration literal : EcoreUtil2.eAllOfType(words, EnumLiteralDeclaration.class)) {
                Keyword keyword = literal.getLiteral();
                word(new Expected(keyword, Set.of(keyword.getValue()), false, false, false), start)
                        .nothing(end);
            }
            return end;
        }
        Choice choice = new Choice();
        if (choice.of(rule)) {
            return word(choice.expected(call), start);
        }
        Node end = new Node(start.rule);
        start.edges.add(new Edge(new Call((ParserRule) rule), end));
        return end;
    }

    private Node unordered(UnorderedGroup group, Node start) {
        Node end = new Node(start.rule);
        boolean optional = true;
        int number = 0;
        for (AbstractElement member : group.getElements()) {
            Node inside = new Node(start.rule);
            start.edges.add(new Edge(new Member(number++, !GrammarUtil.isMultipleCardinality(member)), inside));
            once(member, inside).nothing(end);
            optional &= GrammarUtil.isOptionalCardinality(member);
        }
        end.nothing(start);
        if (optional) {
            start.nothing(end);
        }
        return end;
    }

    /** The words of a rule that is always one word, such as a name. */
    private static final class Choice {
        private final Set<String> words = new HashSet<>();
        private boolean name;
        private boolean string;
        private boolean number;

        Expected expected(AbstractElement element) {
            return new Expected(element, words, name, string, number);
        }

        boolean of(AbstractRule rule) {
            if (rule instanceof TerminalRule) {
                switch (rule.getName()) {
                    case "ID" -> name = true;
                    case "STRING" -> string = true;
                    case "NUMBER" -> number = true;
                    default -> throw new IllegalStateException("nobody expects a terminal " + rule.getName());
                }
                return true;
            }
            return rule instanceof ParserRule parsed
                    && GrammarUtil.isDatatypeRule(parsed)
                    && of(rule.getAlternatives());
        }

        private boolean of(AbstractElement element) {
            if (element.getCardinality() != null) {
                return false;
            }
            if (element instanceof Keyword keyword) {
                words.add(keyword.getValue());
                return true;
            }
            if (element instanceof RuleCall call) {
                return of(call.getRule());
            }
            return element instanceof Alternatives alternatives
                    && alternatives.getElements().stream().allMatch(this::of);
        }
    }
}
