package io.soabench.ide.feature;

import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.CallbackCopy;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.Service;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** Drafts for paths into messages. The paths are looked up in WSDL documents and schemas. */
final class MessageFixes {

    private static final int PATH_DEPTH = 5;

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final Issue issue;
    private final ModelEdits drafts;
    private final int offset;

    MessageFixes(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.issue = offers.issue();
        this.drafts = offers.drafts();
        this.offset = offers.offset();
    }

    void uiid(Service service) {
        for (String path : messagePaths(service)) {
            String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
            if (last.toLowerCase(Locale.ROOT).endsWith("id")) {
                offers.fix("take the identifier from " + path, drafts.property(service, "uiid from \"" + path + '"'));
            }
        }
        offers.fix("say that behaviour is given out by arrival", drafts.property(service, "uiid by arrival"));
    }

    void identifier(Process process) {
        for (String path : messagePaths(process)) {
            String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
            if (last.toLowerCase(Locale.ROOT).endsWith("id")) {
                offers.fix("send the identifier to " + path, drafts.property(process, "uiid to \"" + path + '"'));
            }
        }
    }

    void copied(CallbackCopy copy) {
        List<String> known = messagePaths((Service) copy.eContainer().eContainer());
        snapshot.tokens().visible().stream()
                .filter(word -> word.kind() == Token.Kind.STRING)
                .filter(word -> word.start() >= ModelEdits.start(copy) && word.end() <= ModelEdits.end(copy))
                .forEach(word -> offers.changeText(word, known));
    }

    void paths() {
        snapshot.topLevel(offset)
                .filter(Invocable.class::isInstance)
                .map(Invocable.class::cast)
                .ifPresent(target -> offers.changeText(messagePaths(target)));
    }

    /** Adds paths into the answers of the receivers of the records. */
    void answered(InstancePool pool) {
        offers.changeText(new DocumentPlaces(snapshot).answerPaths(pool));
    }

    /** Adds the columns of the file with records, for a column that it lacks. */
    void columns(Rows rows) {
        List<String> known = new DocumentPlaces(snapshot).columns(rows);
        Token before = null;
        for (Token word : snapshot.tokens().visible()) {
            if (before != null
                    && (before.is("column") || before.is("by"))
                    && word.kind() == Token.Kind.STRING
                    && word.start() >= ModelEdits.start(rows)
                    && word.end() <= ModelEdits.end(rows)
                    && !known.contains(DocumentPlaces.unquoted(word.text()))) {
                offers.changeText(word, known);
            }
            before = word;
        }
    }

    private List<String> messagePaths(Invocable target) {
        Optional<WsdlDefinitions> wsdl = new DocumentPlaces(snapshot).definitions(target);
        if (wsdl.isEmpty()) {
            return List.of();
        }
        Set<QName> roots = new LinkedHashSet<>();
        Set<Operation> operations = new LinkedHashSet<>();
        if (issue.code() != IssueCode.CLIENT_CALLBACK_PATH) {
            operations.addAll(snapshot.service(Interfaces.class).operations(target));
        }
        if (issue.code() != IssueCode.UIID_PATH && issue.code() != IssueCode.CLIENT_CALLBACK_UIID) {
            operations.addAll(new DocumentPlaces(snapshot).operations(target));
        }
        for (Operation operation : operations) {
            Interfaces.inputElement(operation).ifPresent(roots::add);
            if (issue.code() == IssueCode.ANSWERS_PATH) {
                Interfaces.outputElement(operation).ifPresent(roots::add);
            }
        }
        return new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                .paths(List.copyOf(roots), PATH_DEPTH);
    }
}
