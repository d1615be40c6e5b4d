package io.soabench.ide.feature;

import io.soabench.dsl.words.Spelling;
import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.Server;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;

/** The drafts of fixes for one issue, with its place. They have not been tried yet. For one thread. */
final class FixOffers {

    /** The greatest number of words of similar spelling that are offered. */
    private static final int MOST_WORDS = 3;

    /** The greatest number of characters of a removed text in a title. */
    private static final int MOST_TITLE = 40;

    private final Snapshot snapshot;
    private final Issue issue;
    private final ModelEdits drafts;
    private final int offset;
    private final Optional<Token> token;
    private final Optional<EObject> element;
    private final List<QuickFix> fixes = new ArrayList<>();
    private final List<QuickFix> removals = new ArrayList<>();

    FixOffers(Snapshot snapshot, Issue issue) {
        this.snapshot = snapshot;
        this.issue = issue;
        this.drafts = new ModelEdits(snapshot);
        this.offset = snapshot.offset(issue.place());
        this.token = snapshot.tokens().at(offset);
        this.element = snapshot.element(offset);
    }

    List<QuickFix> fixes() {
        return fixes;
    }

    /** Returns the removals, the smallest first. */
    List<QuickFix> removals() {
        return removals;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    Issue issue() {
        return issue;
    }

    ModelEdits drafts() {
        return drafts;
    }

    int offset() {
        return offset;
    }

    Optional<Token> token() {
        return token;
    }

    Optional<EObject> element() {
        return element;
    }

    /** Offers a fix. */
    void fix(String title, Edit... edits) {
        fix(title, List.of(edits));
    }

    /** Adds a fix of several changes. */
    void fix(String title, List<Edit> edits) {
        fixes.add(new QuickFix(title, issue, edits));
    }

    /** Returns whether no fix is offered so far, besides removals. */
    boolean isEmpty() {
        return fixes.isEmpty();
    }

    /** Offers a removal. */
    void removal(Edit edit) {
        String text = snapshot.lines()
                .text()
                .substring(edit.from(), edit.to())
                .strip()
                .replaceAll("\\s+", " ")
                .replaceAll("^, *|,$", "");
        removals.add(new QuickFix(
                "remove " + (text.length() > MOST_TITLE ? text.substring(0, MOST_TITLE) + "…" : text),
                issue,
                List.of(edit)));
    }

    /** Returns the nearest element of a class around the place of the issue. */
    <T extends EObject> Optional<T> inside(Class<T> type) {
        Optional<T> found = element.map(each -> EcoreUtil2.getContainerOfType(each, type));
        return found.isPresent() || !type.isInstance(snapshot.topLevel(offset).orElse(null))
                ? found
                : snapshot.topLevel(offset).map(type::cast);
    }

    /** Returns the servers of this model that can serve services. */
    Stream<Server> hosts() {
        return snapshot.testbed().getElements().stream()
                .filter(Server.class::isInstance)
                .map(Server.class::cast)
                .filter(server -> server.getType() != null
                        && !server.getType().eIsProxy()
                        && server.getType().isServesServices());
    }

    /** Offers each of some words in the place of one. */
    void change(Token from, List<String> words) {
        words.forEach(word -> fix("change to \"" + word + '"', ModelEdits.replace(from, word)));
    }

    /** Offers words with a similar spelling to the text at the place of the issue. */
    void changeText(List<String> texts) {
        token.filter(word -> word.kind() == Token.Kind.STRING).ifPresent(word -> changeText(word, texts));
    }

    /** Offers words with a similar spelling to a text. */
    void changeText(Token from, List<String> texts) {
        similar(DocumentPlaces.unquoted(from.text()), texts)
                .forEach(text -> fix("change to \"" + text + '"', ModelEdits.replace(from, '"' + text + '"')));
    }

    /** Returns the words of nearest spelling, at most a few letters apart. */
    static List<String> similar(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> each != null && !each.equals(word))
                .distinct()
                .filter(each -> distance(word, each) <= Math.max(2, Math.max(word.length(), each.length()) / 3))
                .sorted(Comparator.<String>comparingInt(each -> distance(word, each))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_WORDS)
                .toList();
    }

    private static int distance(String one, String other) {
        return Spelling.mistakes(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
    }
}
