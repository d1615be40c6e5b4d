package io.soabench.ide.feature;

import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fixes for issues. Each fix is tried on the model first. A fix that leaves its issue or adds an error is not
 * offered.
 */
public final class QuickFixes {

    /** The greatest number of fixes that are tried for an issue. */
    private static final int MOST_TRIED = 12;

    private final OpenDocuments documents;
    private final Models models;
    private final CompilerCheck compiler;

    public QuickFixes(OpenDocuments documents, Models models, CompilerCheck compiler) {
        this.documents = documents;
        this.models = models;
        this.compiler = compiler;
    }

    /** Returns the ways out of one issue of a model, the best first. */
    public List<QuickFix> of(Snapshot snapshot, Issue issue) {
        if (!issue.path().equals(snapshot.file())) {
            return List.of();
        }
        FixOffers offers = new FixOffers(snapshot, issue);
        new FixCatalog(offers).draft();
        List<QuickFix> fixes = new ArrayList<>(offers.fixes().stream()
                .limit(MOST_TRIED)
                .filter(fix -> helps(snapshot, fix))
                .toList());
        // Of the removals that help, the shortest is offered.
        offers.removals().stream()
                .filter(fix -> helps(snapshot, fix))
                .findFirst()
                .ifPresent(fixes::add);
        return fixes;
    }

    /**
     * Returns the number of issues with a code that the compiler finds. The compiler is used only for codes that
     * the rules of the language do not find.
     */
    private long compiled(Snapshot snapshot, IssueCode code) {
        return compiler.check(snapshot).issues().stream()
                .filter(issue -> issue.code() == code)
                .count();
    }

    private boolean helps(Snapshot before, QuickFix fix) {
        Map<Path, String> texts = new HashMap<>(documents.unsaved());
        texts.put(before.file(), Edit.apply(before.lines().text(), fix.edits()));
        Optional<Snapshot> after = models.read(before.file(), texts);
        return after.isPresent() && helps(before, after.get(), fix.issue());
    }

    /**
     * Returns whether a change resolves an issue. Issues that a syntax error has hidden may appear; other issues
     * must become fewer.
     */
    private boolean helps(Snapshot before, Snapshot after, Issue gone) {
        if (count(after, Issue.Severity.ERROR, IssueCode.SYNTAX)
                > count(before, Issue.Severity.ERROR, IssueCode.SYNTAX)) {
            return false;
        }
        if (!before.issues().contains(gone)) {
            return errors(after) <= errors(before) && compiled(after, gone.code()) < compiled(before, gone.code());
        }
        return switch (gone.severity()) {
            case ERROR ->
                gone.code() == IssueCode.SYNTAX
                        ? count(after, Issue.Severity.ERROR, gone.code())
                                < count(before, Issue.Severity.ERROR, gone.code())
                        : errors(after) < errors(before);
            case WARNING, INFO ->
                count(after, gone.severity(), gone.code()) < count(before, gone.severity(), gone.code())
                        && errors(after) <= errors(before);
        };
    }

    private static long count(Snapshot snapshot, Issue.Severity severity, IssueCode code) {
        return snapshot.issues().stream()
                .filter(issue -> issue.severity() == severity && issue.code() == code)
                .count();
    }

    private static long errors(Snapshot snapshot) {
        return snapshot.issues().stream()
                .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                .count();
    }
}
