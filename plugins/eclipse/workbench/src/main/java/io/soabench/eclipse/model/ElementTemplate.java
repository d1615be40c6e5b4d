package io.soabench.eclipse.model;

import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.TestbedPackage;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.AbstractRule;
import org.eclipse.xtext.Action;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CompoundElement;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.EnumRule;
import org.eclipse.xtext.Grammar;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.TerminalRule;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.parser.IParseResult;
import org.eclipse.xtext.parser.IParser;
import org.eclipse.xtext.resource.XtextResource;

/**
 * Templates of new elements with their required parts only. A template is the shortest sentence that the grammar
 * has for an element. Its name is free, and its references lead to existing elements.
 */
final class ElementTemplate {

    private static final String NAME = "name";

    private final XtextResource resource;
    private final Grammar grammar;

    ElementTemplate(XtextResource resource) {
        this.resource = resource;
        this.grammar =
                resource.getResourceServiceProvider().get(IGrammarAccess.class).getGrammar();
    }

    /**
     * Returns a new element; empty if the language has no words for this class alone, or a required reference has
     * no target.
     */
    Optional<EObject> of(EClass type) {
        Optional<ParserRule> rule = rule(type);
        if (rule.isEmpty()) {
            return Optional.empty();
        }
        String sentence = sentence(rule.get().getAlternatives(), new HashSet<>());
        IParseResult parsed =
                resource.getResourceServiceProvider().get(IParser.class).parse(rule.get(), new StringReader(sentence));
        if (parsed.hasSyntaxErrors()
                || parsed.getRootASTElement() == null
                || parsed.getRootASTElement().eClass() != type) {
            return Optional.empty();
        }
        for (INode node : parsed.getRootNode().getAsTreeIterable()) {
            if (node.getGrammarElement() instanceof CrossReference cross && !refer(node, cross)) {
                return Optional.empty();
            }
        }
        EObject seed = EcoreUtil.copy(parsed.getRootASTElement());
        if (seed instanceof NamedElement named && named.getName() != null) {
            named.setName(freeName(type));
        }
        return Optional.of(seed);
    }

    private Optional<ParserRule> rule(EClass type) {
        return GrammarUtil.allParserRules(grammar).stream()
                .filter(rule -> rule.getType() != null
                        && rule.getType().getClassifier() != null
                        && rule.getType().getClassifier().getName().equals(type.getName())
                        && !GrammarUtil.isDatatypeRule(rule))
                .findFirst();
    }

    /** Refers to an existing element; returns false if there is none. */
    private boolean refer(INode node, CrossReference cross) {
        EObject element = NodeModelUtils.findActualSemanticObjectFor(node);
        Assignment assignment = GrammarUtil.containingAssignment(cross);
        EReference reference = (EReference) element.eClass().getEStructuralFeature(assignment.getFeature());
        Optional<EObject> target = first(reference.getEReferenceType());
        if (target.isPresent() && reference.isMany()) {
            @SuppressWarnings("unchecked")
            List<EObject> values = (List<EObject>) element.eGet(reference);
            values.add(target.get());
        } else if (target.isPresent()) {
            element.eSet(reference, target.get());
        }
        return target.isPresent();
    }

    /**
     * Returns the first possible target of a reference: from this file, then from its imports, then from plug-ins.
     */
    private Optional<EObject> first(EClass type) {
        List<Resource> all = new ArrayList<>(List.of(resource));
        all.addAll(resource.getResourceSet().getResources());
        for (Resource each : all) {
            for (var contents = each.getAllContents(); contents.hasNext(); ) {
                EObject element = contents.next();
                if (type.isInstance(element)) {
                    return Optional.of(element);
                }
            }
        }
        return Optional.empty();
    }

    private String freeName(EClass type) {
        Set<String> taken = new HashSet<>();
        resource.getAllContents().forEachRemaining(element -> {
            if (element instanceof NamedElement named) {
                taken.add(named.getName());
            }
        });
        String base = type.getName().substring(0, 1).toLowerCase(Locale.ROOT)
                + type.getName().substring(1);
        int number = 1;
        while (taken.contains(base + number)) {
            number++;
        }
        return base + number;
    }

    /** Returns the shortest words for a part of the grammar. */
    private String sentence(AbstractElement part, Set<AbstractRule> within) {
        if (GrammarUtil.isOptionalCardinality(part)) {
            return "";
        }
        if (part instanceof Keyword keyword) {
            return keyword.getValue();
        }
        if (part instanceof Action) {
            return "";
        }
        if (part instanceof EnumLiteralDeclaration literal) {
            return literal.getLiteral().getValue();
        }
        if (part instanceof Assignment assignment) {
            return NAME.equals(assignment.getFeature()) ? "x" : sentence(assignment.getTerminal(), within);
        }
        if (part instanceof CrossReference) {
            return "none";
        }
        if (part instanceof RuleCall call) {
            return ofRule(call.getRule(), within);
        }
        if (part instanceof Alternatives alternatives) {
            return alternatives.getElements().stream()
                    .map(each -> sentence(each, within))
                    .filter(words -> words != null)
                    .min(Comparator.comparingInt(String::length))
                    .orElse(null);
        }
        List<String> words = new ArrayList<>();
        for (AbstractElement each : ((CompoundElement) part).getElements()) {
            String word = sentence(each, within);
            if (word == null) {
                return null;
            }
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return String.join(" ", words);
    }

    /** Returns the shortest words for a rule; null for a rule that needs itself. */
    private String ofRule(AbstractRule rule, Set<AbstractRule> within) {
        if (rule instanceof TerminalRule) {
            return switch (rule.getName()) {
                case "STRING" -> "\"?\"";
                case "NUMBER" -> "1";
                default -> "none";
            };
        }
        if (rule instanceof EnumRule) {
            return sentence(rule.getAlternatives(), within);
        }
        if (GrammarUtil.isDatatypeRule((ParserRule) rule) && rule.getName().endsWith("Name")) {
            return "none";
        }
        if (!within.add(rule)) {
            return null;
        }
        String words = sentence(rule.getAlternatives(), within);
        within.remove(rule);
        return words;
    }

    /** Returns whether a feature is the name of an element. */
    static boolean isName(EObject element, Object feature) {
        return element instanceof NamedElement && feature == TestbedPackage.Literals.NAMED_ELEMENT__NAME;
    }
}
