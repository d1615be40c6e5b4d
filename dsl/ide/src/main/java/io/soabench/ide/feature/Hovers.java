package io.soabench.ide.feature;

import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.dsl.grammar.Expected;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.generators.Estimate;
import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.EnumRule;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.nodemodel.ILeafNode;

/** The explanation of the word under a cursor: its meaning, and its effect in this model. */
public final class Hovers {

    private static final int MOST_CASES = 12;
    private static final int MOST_LINES = 40;

    private final Documentation documentation = new Documentation();
    private final Models models;
    private final CompilerCheck compiler;

    public Hovers(Models models, CompilerCheck compiler) {
        this.models = models;
        this.compiler = compiler;
    }

    /**
     * Returns the hover at a cursor; empty for a word without an explanation.
     *
     * @param estimate of the model, if there is one
     */
    public Optional<Hover> at(Snapshot snapshot, int offset, Optional<Estimate> estimate) {
        Optional<ILeafNode> leaf = snapshot.leaf(offset);
        if (leaf.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        Optional<NamedElement> named = snapshot.named(offset);
        if (named.isPresent()) {
            parts.addAll(element(snapshot, named.get(), estimate));
        } else {
            parts.addAll(word(snapshot, leaf.get(), offset));
        }
        parts.removeIf(String::isBlank);
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Hover(
                        new MarkupContent(MarkupKind.MARKDOWN, String.join("\n\n", parts)),
                        snapshot.lines()
                                .range(leaf.get().getOffset(), leaf.get().getEndOffset())));
    }

    private List<String> element(Snapshot snapshot, NamedElement element, Optional<Estimate> estimate) {
        if (element instanceof ServerType type) {
            return List.of(TypeSheet.of(type, compiler.type(type.getName())));
        }
        if (element instanceof ParameterDeclaration parameter) {
            return List.of(TypeSheet.of(parameter));
        }
        if (element instanceof MetricType type) {
            return List.of(TypeSheet.of(type));
        }
        List<String> parts = new ArrayList<>();
        parts.add("**" + Outline.word(element) + " " + element.getName() + "**");
        documentation.of(element.eClass()).ifPresent(parts::add);
        if (element instanceof TestSuite suite) {
            parts.add(cases(snapshot, suite, estimate));
        }
        effective(snapshot, element).ifPresent(parts::add);
        return parts;
    }

    /** Returns the number, the list and the duration of a suite's cases. */
    private static String cases(Snapshot snapshot, TestSuite suite, Optional<Estimate> estimate) {
        List<ExpandedCase> cases = expand(snapshot, suite);
        String names = cases.stream()
                .limit(MOST_CASES)
                .map(each -> "`" + each.name() + "`")
                .collect(Collectors.joining(", "));
        return summary(snapshot, suite, estimate)
                + (cases.isEmpty() ? "" : ": " + names + (cases.size() > MOST_CASES ? ", …" : ""));
    }

    /** Returns the cases of a suite or an exploration; none where a part of them is unknown. */
    static List<ExpandedCase> expand(Snapshot snapshot, TestSuite suite) {
        try {
            return suite instanceof Exploration exploration
                    ? CaseExpansion.expand(snapshot.result().whole(), exploration)
                    : CaseExpansion.expand(snapshot.result().whole()).stream()
                            .filter(each -> each.suite() == suite)
                            .toList();
        } catch (RuntimeException e) {
            // Expansion is made for models without errors; while one is written there is nothing to count.
            return List.of();
        }
    }

    /** Returns a summary, for instance: 12 cases, 24 repetitions, about 8 min. */
    static String summary(Snapshot snapshot, TestSuite suite, Optional<Estimate> estimate) {
        Optional<Estimate.Suite> known = estimate.stream()
                .flatMap(all -> all.suites().stream())
                .filter(each -> each.name().equals(suite.getName()))
                .findFirst();
        if (known.isPresent()) {
            return known.get().toString().substring(("suite " + suite.getName() + ": ").length());
        }
        int cases = expand(snapshot, suite).size();
        return cases + (cases == 1 ? " case" : " cases");
    }

    /** Returns an element with all its defaults, as far as the model is right. */
    private Optional<String> effective(Snapshot snapshot, NamedElement element) {
        if (!snapshot.result().valid() || !(element.eContainer() instanceof Testbed)) {
            return Optional.empty();
        }
        String beginning = Outline.word(element) + " " + element.getName();
        List<String> lines = models.reader()
                .explain(snapshot.result().testbed(), snapshot.result().whole().defaultProfile())
                .lines()
                .toList();
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            boolean begins = line.equals(beginning)
                    || line.startsWith(beginning + " ")
                    || line.equals("default " + beginning + " {");
            if (block.isEmpty() ? begins : !line.isBlank()) {
                block.add(line);
            } else if (!block.isEmpty()) {
                break;
            }
        }
        return block.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "```testbed\n" + block.stream().limit(MOST_LINES).collect(Collectors.joining("\n")) + "\n```");
    }

    private List<String> word(Snapshot snapshot, ILeafNode leaf, int offset) {
        List<String> parts = new ArrayList<>();
        EObject element = snapshot.element(offset).orElse(null);
        Optional<String> feature = DocumentPlaces.feature(leaf);
        if (element instanceof PartnerBinding binding && feature.equals(Optional.of("partnerLink"))) {
            parts.add(partnerLink(snapshot, binding));
        }
        if (leaf.getGrammarElement() instanceof AbstractElement grammar) {
            if (grammar instanceof EnumLiteralDeclaration
                    && GrammarUtil.containingRule(grammar) instanceof EnumRule words) {
                literal(words, leaf.getText()).ifPresent(parts::add);
                return parts;
            }
            if (grammar instanceof Keyword word) {
                keyword(word, element)
                        .map(text -> "**" + leaf.getText() + "** – " + text)
                        .ifPresent(parts::add);
                return parts;
            }
            Optional<EStructuralFeature> said =
                    Optional.ofNullable(element).flatMap(owner -> feature.map(owner.eClass()::getEStructuralFeature));
            said.flatMap(documentation::of)
                    .map(text -> "**" + leaf.getText() + "** – " + text)
                    .ifPresent(parts::add);
        }
        return parts;
    }

    /** Returns the meaning of a keyword: the concept that it begins, or else the feature to which it leads. */
    Optional<String> keyword(Keyword word, EObject element) {
        Optional<String> concept = element != null
                ? documentation.of(element.eClass())
                : GrammarUtil.containingRule(word) instanceof ParserRule rule
                                && rule.getType().getClassifier() instanceof EClass type
                        ? documentation.of(type)
                        : Optional.empty();
        Optional<String> feature = Expected.featureOf(word)
                .filter(said -> !said.equals(TestbedPackage.Literals.NAMED_ELEMENT__NAME))
                .flatMap(documentation::of);
        return Expected.beginsConcept(word) ? concept.or(() -> feature) : feature.or(() -> concept);
    }

    /** Returns the meaning of a word of an enumeration. */
    Optional<String> literal(EnumRule words, String text) {
        return documentation
                .of(words.getType().getClassifier().getName(), text)
                .map(meaning -> "**" + text + "** – " + meaning);
    }

    /** Returns the documentation in the metamodel. */
    Documentation documentation() {
        return documentation;
    }

    private static String partnerLink(Snapshot snapshot, PartnerBinding binding) {
        if (!(binding.eContainer() instanceof WhiteBoxProcess process)) {
            return "";
        }
        Function<PartnerLink, String> words = link -> "**partner link " + link.name() + "** of type "
                + link.type().name().getLocalPart()
                + link.partnerPortType()
                        .map(portType -> ", calls port type " + portType.name().getLocalPart() + ": "
                                + portType.operations().stream()
                                        .map(operation -> "`" + operation.name() + "`")
                                        .collect(Collectors.joining(", ")))
                        .orElse("");
        return snapshot.service(ModelDocuments.class)
                .process(process)
                .filter(ProcessDefinition::isValid)
                .flatMap(definition -> definition.model().partnerLink(binding.getPartnerLink()))
                .map(words)
                .orElse("");
    }
}
