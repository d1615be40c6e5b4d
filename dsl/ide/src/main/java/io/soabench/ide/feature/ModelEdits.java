package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.Alternatives;
import org.eclipse.xtext.Group;
import org.eclipse.xtext.UnorderedGroup;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Changes of a model's text that keep its layout. */
final class ModelEdits {

    private static final String INDENTATION = "    ";

    private final Snapshot snapshot;
    private final String text;

    ModelEdits(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.text = snapshot.lines().text();
    }

    /** Returns the first character of an element. */
    static int start(EObject element) {
        return NodeModelUtils.getNode(element).getOffset();
    }

    /** Returns the offset behind the last character of an element. */
    static int end(EObject element) {
        return NodeModelUtils.getNode(element).getEndOffset();
    }

    /** Adds a property to the body of an element, which may have none yet. */
    Edit property(EObject element, String property) {
        List<Token> inside = snapshot.tokens().visible().stream()
                .filter(token -> token.start() >= start(element) && token.end() <= end(element))
                .toList();
        Optional<Token> open = inside.stream().filter(token -> token.is("{")).findFirst();
        if (open.isEmpty()) {
            return new Edit(end(element), end(element), " { " + property + " }");
        }
        Token close = inside.get(inside.size() - 1);
        Token before = inside.get(inside.size() - 2);
        Lines lines = snapshot.lines();
        if (lines.lineOf(open.get().start()) == lines.lineOf(close.start())) {
            return before.equals(open.get())
                    ? new Edit(before.end(), close.start(), " " + property + " ")
                    : new Edit(before.end(), before.end(), "  " + property);
        }
        return new Edit(before.end(), before.end(), "\n" + INDENTATION + property);
    }

    /** Takes an element away, with its line if it has one to itself, or with its comma if it is one of several. */
    Edit without(EObject element) {
        ICompositeNode node = NodeModelUtils.getNode(element);
        return without(node.getOffset(), node.getEndOffset());
    }

    /** Takes the parts away that may be left out around a place, the smallest first: a word with its number, a property, an element. */
    List<Edit> withoutParts(int offset) {
        List<Edit> edits = new ArrayList<>();
        Optional<ILeafNode> leaf = snapshot.leaf(offset);
        leaf.ifPresent(word -> edits.add(without(word.getOffset(), word.getEndOffset())));
        List<INode> around = new ArrayList<>();
        for (INode node = leaf.orElse(null); node != null && node.getParent() != null; node = node.getParent()) {
            around.add(node);
        }
        around.removeIf(
                node -> node.getEndOffset() - node.getOffset() >= text.strip().length());
        around.forEach(
                node -> optional(node.getGrammarElement()).map(part(node)).ifPresent(edits::add));
        edits.sort(Comparator.comparingInt(edit -> edit.to() - edit.from()));
        return edits.stream().distinct().toList();
    }

    /** Returns the smallest optional part of the grammar around one of its elements. */
    private static Optional<AbstractElement> optional(EObject element) {
        for (EObject each = element; each instanceof AbstractElement part; each = each.eContainer()) {
            boolean choice = part.eContainer() instanceof Alternatives all && all.getCardinality() != null;
            if ("?".equals(part.getCardinality())
                    || "*".equals(part.getCardinality())
                    || "+".equals(part.getCardinality())
                    || part.eContainer() instanceof UnorderedGroup
                    || choice) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the words for a part of the grammar around one of them. Of a repeated part, it covers only one
     * occurrence.
     */
    private Function<AbstractElement, Edit> part(INode node) {
        return part -> {
            INode whole = node;
            while (whole.getParent() != null
                    && whole.getParent().getOffset() == node.getOffset()
                    && whole.getParent().getEndOffset() == node.getEndOffset()) {
                whole = whole.getParent();
            }
            List<INode> siblings = new ArrayList<>();
            whole.getParent().getChildren().forEach(each -> {
                if (!(each instanceof ILeafNode leaf) || !leaf.isHidden()) {
                    siblings.add(each);
                }
            });
            int first = 0;
            while (siblings.get(first).getEndOffset() < node.getEndOffset()) {
                first++;
            }
            int last = first;
            while (first > 0 && !isFirst(part, siblings.get(first)) && isOf(part, siblings.get(first - 1))) {
                first--;
            }
            while (last < siblings.size() - 1
                    && isOf(part, siblings.get(last + 1))
                    && !isFirst(part, siblings.get(last + 1))) {
                last++;
            }
            return without(siblings.get(first).getOffset(), siblings.get(last).getEndOffset());
        };
    }

    private static boolean isOf(AbstractElement part, INode node) {
        return EcoreUtil.isAncestor(part, node.getGrammarElement());
    }

    private static boolean isFirst(AbstractElement part, INode node) {
        return part instanceof Group group
                ? EcoreUtil.isAncestor(group.getElements().get(0), node.getGrammarElement())
                : isOf(part, node);
    }

    /** Takes a part of the text away, as an element is. */
    Edit without(int start, int end) {
        Lines lines = snapshot.lines();
        int lineStart = lines.lineStart(lines.lineOf(start));
        int lineEnd = lines.lineEnd(lines.lineOf(end));
        if (text.substring(lineStart, start).isBlank()
                && text.substring(end, lineEnd).isBlank()) {
            return new Edit(lineStart, Math.min(text.length(), lineEnd + 1), "");
        }
        Optional<Token> comma = snapshot.tokens().visible().stream()
                .filter(token -> token.end() <= start)
                .reduce((first, second) -> second)
                .filter(token -> token.is(","));
        if (comma.isPresent()) {
            return new Edit(comma.get().start(), end, "");
        }
        Optional<Token> next = snapshot.tokens().visible().stream()
                .filter(token -> token.start() >= end)
                .findFirst()
                .filter(token -> token.is(","));
        int to = next.map(Token::end).orElse(end);
        int from = start;
        while (next.isEmpty() && from > lineStart && Character.isWhitespace(text.charAt(from - 1))) {
            from--;
        }
        while (next.isPresent() && to < text.length() && text.charAt(to) == ' ') {
            to++;
        }
        return new Edit(from, to, "");
    }

    /** Puts lines before an element. */
    Edit before(EObject element, String lines) {
        return new Edit(start(element), start(element), lines + "\n");
    }

    /** Puts lines at the end of the file. */
    Edit atEnd(String lines) {
        String gap = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
        return new Edit(text.length(), text.length(), gap + lines + "\n");
    }

    /** Puts another word in place of one. */
    static Edit replace(Token token, String other) {
        return new Edit(token.start(), token.end(), other);
    }
}
