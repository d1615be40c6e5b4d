package io.soabench.ide.feature;

import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.ide.text.Token;
import java.util.List;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Changes of a model's text, in its layout. */
final class Drafts {

    private static final String INDENTATION = "    ";

    private final Snapshot snapshot;
    private final String text;

    Drafts(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.text = snapshot.lines().text();
    }

    /** Where an element begins. */
    static int start(EObject element) {
        return NodeModelUtils.getNode(element).getOffset();
    }

    /** Behind the last character of an element. */
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

    private Edit without(int start, int end) {
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
