package io.soabench.maven;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.AbstractRule;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.EnumRule;
import org.eclipse.xtext.Grammar;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.UnorderedGroup;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/**
 * The words of the language, taken from its grammar: every keyword, every value that can be assigned, every literal of an
 * enumeration, and which of them a pair of texts is about.
 */
final class WordGrammar {

    /** Punctuation says nothing by itself: what it separates does. */
    private static final String PUNCTUATION = "[{}()\\[\\],:]|\\.\\.";

    /** Rules of which each keyword is a word, although they make one token of several. */
    private static final Set<String> WORDS = Set.of("StatisticName");

    /** Rules whose keywords are names there, not words. */
    private static final Set<String> NAMES = Set.of("Name", "ParameterName", "PartnerLinkName");

    private final Map<AbstractElement, String> words = new LinkedHashMap<>();

    WordGrammar(Grammar grammar) {
        for (AbstractRule rule : GrammarUtil.allRules(grammar)) {
            boolean counts = rule instanceof EnumRule
                    || (rule instanceof ParserRule parser
                            && (!GrammarUtil.isDatatypeRule(parser) || WORDS.contains(rule.getName())));
            if (counts && !NAMES.contains(rule.getName())) {
                EcoreUtil.getAllContents(rule, true).forEachRemaining(element -> add(rule, (EObject) element));
            }
        }
    }

    private void add(AbstractRule rule, EObject element) {
        if (element instanceof Keyword keyword && !keyword.getValue().matches(PUNCTUATION)) {
            words.put(keyword, rule.getName() + ": '" + keyword.getValue() + "'");
        } else if (element instanceof Assignment assignment) {
            EcoreUtil.getAllContents(assignment, true).forEachRemaining(inner -> {
                if (inner instanceof RuleCall call) {
                    words.put(
                            call,
                            rule.getName() + ": " + assignment.getFeature() + assignment.getOperator()
                                    + call.getRule().getName());
                }
            });
        }
    }

    /** The words by what names them in messages. */
    Set<String> words() {
        return new LinkedHashSet<>(words.values());
    }

    /** The keywords, as they are written. */
    Set<String> keywords() {
        Set<String> keywords = new LinkedHashSet<>();
        words.keySet().forEach(element -> {
            if (element instanceof Keyword keyword) {
                keywords.add(keyword.getValue());
            }
        });
        return keywords;
    }

    /**
     * The words that a pair is about: those in which both texts differ, unless a part of the difference could have been left out
     * and they are in it. So that a whole suite more or less does not count for each word of a suite.
     */
    Set<String> about(INode one, INode other) {
        Map<AbstractElement, Map<String, Integer>> ofOne = uses(one);
        Map<AbstractElement, Map<String, Integer>> ofOther = uses(other);
        Set<AbstractElement> different = new HashSet<>();
        for (AbstractElement element : union(ofOne.keySet(), ofOther.keySet())) {
            if (!Objects.equals(ofOne.get(element), ofOther.get(element))) {
                different.add(element);
            }
        }
        Set<String> about = new LinkedHashSet<>();
        for (INode root : List.of(one, other)) {
            Map<AbstractElement, Map<String, Integer>> rest = root == one ? ofOther : ofOne;
            for (INode node : root.getAsTreeIterable()) {
                AbstractElement element = element(node);
                if (element != null
                        && different.contains(element)
                        && words.containsKey(element)
                        && more(node, element, root == one ? ofOne : ofOther, rest)
                        && !partOfMore(node, different)) {
                    about.add(words.get(element));
                }
            }
        }
        return about;
    }

    /** Whether a node's text is more often at its place in its text than in the other. */
    private static boolean more(
            INode node,
            AbstractElement element,
            Map<AbstractElement, Map<String, Integer>> here,
            Map<AbstractElement, Map<String, Integer>> there) {
        String text = text(node);
        return here.get(element).get(text)
                > there.getOrDefault(element, Map.of()).getOrDefault(text, 0);
    }

    private static <T> Set<T> union(Set<T> one, Set<T> other) {
        Set<T> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    private static boolean partOfMore(INode node, Set<AbstractElement> different) {
        for (INode each = node; each != null; each = each.getParent()) {
            AbstractElement element = element(each);
            if (element == null) {
                continue;
            }
            AbstractRule rule = GrammarUtil.containingRule(element);
            for (EObject part = element; part != rule && part != null; part = part.eContainer()) {
                if (part instanceof AbstractElement optional && canBeLeftOut(optional)) {
                    for (AbstractElement outside : different) {
                        if (GrammarUtil.containingRule(outside) == rule
                                && !EcoreUtil.isAncestor(optional, outside)
                                && outside instanceof Keyword) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private static boolean canBeLeftOut(AbstractElement element) {
        return GrammarUtil.isOptionalCardinality(element) || element.eContainer() instanceof UnorderedGroup;
    }

    private static AbstractElement element(INode node) {
        EObject element = node.getGrammarElement();
        if (element instanceof CrossReference reference) {
            return reference.getTerminal();
        }
        if (element instanceof EnumLiteralDeclaration declaration) {
            return declaration.getLiteral();
        }
        return element instanceof Keyword || element instanceof RuleCall ? (AbstractElement) element : null;
    }

    private static String text(INode node) {
        return NodeModelUtils.getTokenText(node);
    }

    private static Map<AbstractElement, Map<String, Integer>> uses(INode root) {
        Map<AbstractElement, Map<String, Integer>> uses = new HashMap<>();
        for (INode node : root.getAsTreeIterable()) {
            AbstractElement element = element(node);
            if (element != null) {
                uses.computeIfAbsent(element, any -> new TreeMap<>()).merge(text(node), 1, Integer::sum);
            }
        }
        return uses;
    }
}
