package io.soabench.dsl.grammar;

import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.Action;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.UnorderedGroup;

/**
 * A word that the grammar allows at some place.
 *
 * @param element of the grammar: a keyword, or the call of a rule for a name, a text or a number
 * @param words the keywords for which it stands
 * @param name whether it can be a name
 * @param string whether it can be a text in double quotes
 * @param number whether it can be a number
 */
public record Expected(AbstractElement element, Set<String> words, boolean name, boolean string, boolean number) {

    public Expected {
        words = Set.copyOf(words);
    }

    /** Returns the rule in which it stands. */
    public String rule() {
        return GrammarUtil.containingRule(element).getName();
    }

    /** Returns whether it is one word of the language. */
    public boolean isKeyword() {
        return element instanceof Keyword;
    }

    /** Returns the reference that the word sets. */
    public Optional<EReference> reference() {
        return EcoreUtil2.getContainerOfType(element, CrossReference.class) == null
                ? Optional.empty()
                : feature().filter(EReference.class::isInstance).map(EReference.class::cast);
    }

    /** Returns the feature that the word sets. For a keyword, this includes the words after it. */
    public Optional<EStructuralFeature> feature() {
        return featureOf(element);
    }

    /**
     * Returns whether a word begins a concept, such as {@code service} or {@code response}. Such a word means the
     * concept. It does not mean the first feature, which is usually the name.
     */
    public static boolean beginsConcept(AbstractElement element) {
        EObject each = element;
        for (; each.eContainer() instanceof AbstractElement around; each = around) {
            boolean first = !(around instanceof Group group) || firstWord(group) == each;
            if (!first || around instanceof UnorderedGroup || around instanceof Assignment) {
                return false;
            }
        }
        return each.eContainer() instanceof ParserRule;
    }

    private static AbstractElement firstWord(Group group) {
        return group.getElements().stream()
                .filter(each -> !(each instanceof Action))
                .findFirst()
                .orElse(group);
    }

    /** Returns the feature of a model for which a word of the grammar stands, or to which it leads. */
    public static Optional<EStructuralFeature> featureOf(AbstractElement element) {
        Assignment assignment = EcoreUtil2.getContainerOfType(element, Assignment.class);
        if (assignment == null && element instanceof Keyword && element.eContainer() instanceof Group group) {
            assignment = group.getElements().stream()
                    .skip(group.getElements().indexOf(element) + 1L)
                    .flatMap(next -> EcoreUtil2.eAllOfType(next, Assignment.class).stream())
                    .findFirst()
                    .orElse(null);
        }
        if (assignment == null
                || !(GrammarUtil.containingRule(element) instanceof ParserRule rule)
                || !(rule.getType().getClassifier() instanceof EClass type)) {
            return Optional.empty();
        }
        return Optional.ofNullable(type.getEStructuralFeature(assignment.getFeature()));
    }
}
