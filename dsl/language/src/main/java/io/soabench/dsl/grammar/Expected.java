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
 * @param words the keywords that it stands for
 * @param name whether it can be a name of one's own
 * @param string whether it can be a text in double quotes
 * @param number whether it can be a number
 */
public record Expected(AbstractElement element, Set<String> words, boolean name, boolean string, boolean number) {

    public Expected {
        words = Set.copyOf(words);
    }

    /** The rule in which it stands. */
    public String rule() {
        return GrammarUtil.containingRule(element).getName();
    }

    /** Whether it is one word of the language. */
    public boolean isKeyword() {
        return element instanceof Keyword;
    }

    /** What is referred to. */
    public Optional<EReference> reference() {
        return EcoreUtil2.getContainerOfType(element, CrossReference.class) == null
                ? Optional.empty()
                : feature().filter(EReference.class::isInstance).map(EReference.class::cast);
    }

    /** What is said with it: of a keyword, also of the words that follow it. */
    public Optional<EStructuralFeature> feature() {
        return featureOf(element);
    }

    /**
     * Whether a word begins what stands for a concept, such as {@code service} or {@code response}: it means the concept and not its first
     * feature, which is its name more often than not.
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

    /** The feature of a model for which a word of the grammar stands, or to which it leads. */
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
