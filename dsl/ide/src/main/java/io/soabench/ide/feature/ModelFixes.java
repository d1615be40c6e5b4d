package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Drafts for missing parts of a whole model. */
final class ModelFixes {

    private final FixOffers offers;
    private final Snapshot snapshot;
    private final Issue issue;
    private final ModelEdits drafts;

    ModelFixes(FixOffers offers) {
        this.offers = offers;
        this.snapshot = offers.snapshot();
        this.issue = offers.issue();
        this.drafts = offers.drafts();
    }

    void seed() {
        List<Token> head = snapshot.tokens().visible();
        int after = -1;
        for (int i = 0; i < Math.min(3, head.size()); i++) {
            boolean ofHead =
                    i == 0 ? head.get(0).is("testbed") : i == 1 || head.get(i).kind() == Token.Kind.STRING;
            if (ofHead) {
                after = head.get(i).end();
            }
        }
        if (after > 0) {
            offers.fix("add a seed", new Edit(after, after, "\nseed 42"));
        }
    }

    void suite() {
        var whole = snapshot.result().whole();
        if (whole.workloads().isEmpty() || whole.processes().isEmpty()) {
            return;
        }
        String process = whole.processes().get(0).getName();
        String workload = whole.workloads().get(0).getName();
        String on = whole.engines().isEmpty() || !(whole.processes().get(0) instanceof WhiteBoxProcess)
                ? ""
                : "on " + whole.engines().get(0).getName() + " ";
        String line = "case " + on + "for process in (" + process + "), workload in (" + workload + ")";
        Optional<TestSuite> empty = offers.inside(TestSuite.class);
        if (issue.code() == IssueCode.SUITE_EMPTY && empty.isPresent()) {
            offers.fix("add a case", drafts.property(empty.get(), line));
        } else {
            offers.fix(
                    "add a suite",
                    drafts.atEnd("\nsuite Quick {\n    repeat 3  warm up 10 s  measure 30 s\n    " + line + "\n}"));
        }
    }

    void serves() {
        Set<Service> served = snapshot.result().whole().served().keySet();
        List<String> open = snapshot.result().whole().services().stream()
                .filter(service -> !served.contains(service))
                .map(NamedElement::getName)
                .toList();
        if (open.isEmpty()) {
            return;
        }
        Optional<Server> one = offers.inside(Server.class);
        (issue.code() == IssueCode.SERVER_SERVES_NOTHING ? one.stream() : offers.hosts())
                .forEach(host -> offers.fix(
                        "let \"" + host.getName() + "\" serve " + String.join(", ", open),
                        drafts.property(host, "serves " + String.join(", ", open))));
    }

    void engine(TestCase testCase) {
        Optional<Token> word = snapshot.tokens().at(ModelEdits.start(testCase));
        int after = testCase.getName() == null
                ? word.map(Token::end).orElse(-1)
                : Snapshot.nameOf(testCase).map(name -> name.getEndOffset()).orElse(-1);
        if (after > 0) {
            snapshot.result()
                    .whole()
                    .engines()
                    .forEach(engine -> offers.fix(
                            "run on \"" + engine.getName() + '"', new Edit(after, after, " on " + engine.getName())));
        }
    }

    String fileName() {
        String name =
                snapshot.file().getFileName().toString().replace(".testbed", "").replaceAll("[^A-Za-z0-9_]", "");
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "sample" + name : name;
    }
}
