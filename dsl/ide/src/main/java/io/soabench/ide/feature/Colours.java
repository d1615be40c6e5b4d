package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.SemanticTokensLegend;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/**
 * The kinds of the words of a model, for the colours of an editor. Almost all keywords are allowed as names, so
 * patterns cannot distinguish them.
 */
public final class Colours {

    /** The kinds of words, in the order of the legend; named as the protocol names them. */
    private enum Kind {
        KEYWORD,
        STRING,
        NUMBER,
        COMMENT,
        OPERATOR,
        TYPE,
        INTERFACE,
        CLASS,
        FUNCTION,
        VARIABLE,
        PARAMETER,
        PROPERTY,
        ENUM_MEMBER,
        EVENT;

        String word() {
            return this == ENUM_MEMBER ? "enumMember" : name().toLowerCase(Locale.ROOT);
        }
    }

    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final String DECLARATION = "declaration";
    private static final String BUILT_IN = "defaultLibrary";

    private record Colour(Kind kind, int modifiers) {
        Colour(Kind kind) {
            this(kind, 0);
        }
    }

    private static final int DECLARED = 1;
    private static final int OF_A_PLUG_IN = 2;

    private final Snapshot snapshot;
    private final Set<String> keywords;

    /** @param keywords all words of the language */
    public Colours(Snapshot snapshot, Set<String> keywords) {
        this.snapshot = snapshot;
        this.keywords = keywords;
    }

    /** Returns the legend of the numbers. */
    public static SemanticTokensLegend legend() {
        return new SemanticTokensLegend(KINDS.stream().map(Kind::word).toList(), List.of(DECLARATION, BUILT_IN));
    }

    /**
     * Returns five numbers for each word, as the protocol requires. They are the lines and characters since the
     * word before, length, kind and modifiers.
     */
    public List<Integer> numbers() {
        Lines lines = snapshot.lines();
        List<Integer> numbers = new ArrayList<>();
        int line = 0;
        int character = 0;
        for (Token token : snapshot.tokens().all()) {
            Optional<Colour> colour = colour(token);
            if (colour.isEmpty()) {
                continue;
            }
            int first = lines.lineOf(token.start());
            for (int each = first; each <= lines.lineOf(token.end() - 1); each++) {
                int start = Math.max(token.start(), lines.lineStart(each));
                int end = Math.min(token.end(), lines.lineEnd(each));
                if (end > start) {
                    int column = start - lines.lineStart(each);
                    numbers.addAll(List.of(
                            each - line,
                            each == line ? column - character : column,
                            end - start,
                            KINDS.indexOf(colour.get().kind()),
                            colour.get().modifiers()));
                    line = each;
                    character = column;
                }
            }
        }
        return numbers;
    }

    private Optional<Colour> colour(Token token) {
        return switch (token.kind()) {
            case COMMENT -> Optional.of(new Colour(Kind.COMMENT));
            case STRING -> Optional.of(new Colour(Kind.STRING));
            case NUMBER -> Optional.of(new Colour(Kind.NUMBER));
            case SYMBOL ->
                switch (token.text()) {
                    case "->", "<->", "<", ">", "<=", ">=", "+", "=", ".." -> Optional.of(new Colour(Kind.OPERATOR));
                    case "%", "/s", "/min", "/h" -> Optional.of(new Colour(Kind.ENUM_MEMBER));
                    default -> Optional.empty();
                };
            case WORD ->
                Optional.of(Snapshot.leafOf(snapshot.testbed(), token.start())
                        .filter(leaf -> leaf.getText().equals(token.text()))
                        .map(Colours::word)
                        .orElseGet(() -> new Colour(keywords.contains(token.text()) ? Kind.KEYWORD : Kind.VARIABLE)));
        };
    }

    private static Colour word(ILeafNode leaf) {
        Optional<Snapshot.Referring> reference = Snapshot.reference(leaf);
        if (reference.isPresent()) {
            Object target = target(reference.get());
            return target instanceof EObject element
                    ? new Colour(kind(element), Snapshot.fileOf(element).isEmpty() ? OF_A_PLUG_IN : 0)
                    : new Colour(Kind.VARIABLE);
        }
        if (leaf.getGrammarElement() instanceof EnumLiteralDeclaration) {
            return new Colour(Kind.ENUM_MEMBER);
        }
        for (INode node = leaf; node != null && node.getGrammarElement() != null; node = node.getParent()) {
            if (node.getGrammarElement() instanceof RuleCall call
                    && call.getRule() instanceof ParserRule rule
                    && !GrammarUtil.isDatatypeRule(rule)) {
                break;
            }
            if (node.getGrammarElement() instanceof RuleCall call) {
                Assignment assignment = GrammarUtil.containingAssignment(call);
                if (assignment != null) {
                    return assigned(leaf, assignment);
                }
            }
        }
        EObject element = NodeModelUtils.findActualSemanticObjectFor(leaf);
        if (leaf.getGrammarElement() instanceof Keyword) {
            return new Colour(element instanceof Distribution ? Kind.FUNCTION : Kind.KEYWORD);
        }
        return new Colour(Kind.VARIABLE);
    }

    private static Object target(Snapshot.Referring referring) {
        Object value = referring.element().eGet(referring.reference());
        if (!(value instanceof List<?> values)) {
            return value;
        }
        int index = NodeModelUtils.findNodesForFeature(referring.element(), referring.reference())
                .indexOf(referring.node());
        return index >= 0 && index < values.size() ? values.get(index) : null;
    }

    private static Colour assigned(ILeafNode leaf, Assignment assignment) {
        EObject element = NodeModelUtils.findActualSemanticObjectFor(leaf);
        return switch (assignment.getFeature()) {
            case "name" -> new Colour(element == null ? Kind.VARIABLE : kind(element), DECLARED);
            case "partnerLink" -> new Colour(Kind.PROPERTY);
            case "function", "word", "choices" -> new Colour(Kind.ENUM_MEMBER);
            default -> new Colour(Kind.VARIABLE);
        };
    }

    private static Kind kind(EObject element) {
        if (element instanceof ServiceType) {
            return Kind.INTERFACE;
        }
        if (element instanceof ServerType || element instanceof MetricType || element instanceof EventType) {
            return Kind.TYPE;
        }
        if (element instanceof Service) {
            return Kind.CLASS;
        }
        if (element instanceof Process) {
            return Kind.FUNCTION;
        }
        if (element instanceof ParameterDeclaration || element instanceof PortDeclaration) {
            return Kind.PARAMETER;
        }
        return element instanceof Event ? Kind.EVENT : Kind.VARIABLE;
    }
}
