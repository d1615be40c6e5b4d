package io.soabench.ide;

import io.soabench.generators.Estimate;
import io.soabench.ide.feature.Diagnostics;
import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/**
 * The check of the open models. After each change, it publishes the issues of the language's rules. After a short
 * pause without changes, it adds those of the compiler.
 */
final class DiagnosticsPublisher {

    /** The pause without a change after which the compiler is asked. */
    private static final long PAUSE_MS = 300;

    /** The compiler's finding for a text. */
    private record Compiled(String text, CompilerCheck.Finding finding) {}

    private final OpenDocuments documents;
    private final ServerThreads workers;
    private final EditorCapabilities editor;
    private final Diagnostics diagnostics;
    private final Models models;
    private final Models compiledModels;
    private final CompilerCheck compiler = new CompilerCheck();
    private final Map<Path, Compiled> compiled = new ConcurrentHashMap<>();
    private final Map<Path, Map<Path, List<Diagnostic>>> shown = new HashMap<>();

    DiagnosticsPublisher(OpenDocuments documents, ServerThreads workers, EditorCapabilities editor) {
        this.documents = documents;
        this.workers = workers;
        this.editor = editor;
        this.diagnostics = new Diagnostics(documents);
        this.models = new Models(documents);
        this.compiledModels = new Models(documents);
    }

    /** Returns the models, for the thread of the models. */
    Models models() {
        return models;
    }

    /** Starts a check after a change of one file, or of any file. */
    void changed(Optional<Path> file) {
        long edition = documents.edition();
        workers.soon(() -> {
            // Of several quick changes, only the last one is checked.
            if (edition == documents.edition()) {
                file.filter(documents.models()::contains).ifPresent(this::show);
                documents.models().stream()
                        .filter(model -> file.isEmpty() || !file.get().equals(model))
                        .filter(model -> file.isEmpty() || isOf(model, file.get()))
                        .forEach(this::show);
            }
        });
        workers.later(this::compile, PAUSE_MS);
    }

    private boolean isOf(Path model, Path file) {
        return models.model(model)
                .filter(snapshot -> snapshot.result().files().contains(file) || !OpenDocuments.isModel(file))
                .isPresent();
    }

    /** Removes the issues of a model that was closed. */
    void closed(Path model) {
        workers.soon(() -> {
            compiled.remove(model);
            publish(model, Map.of());
        });
    }

    /** Returns all known issues of a model. */
    List<Issue> issues(Snapshot snapshot) {
        Set<Issue> issues = new TreeSet<>(snapshot.issues());
        Compiled before = compiled.get(snapshot.file());
        if (before != null) {
            for (Issue issue : before.finding().issues()) {
                moved(issue, before.text(), snapshot).ifPresent(issues::add);
            }
        }
        return List.copyOf(issues);
    }

    /** Returns the estimated duration of a model, if it is known. */
    Optional<Estimate> estimate(Path model) {
        return Optional.ofNullable(compiled.get(model))
                .flatMap(known -> known.finding().estimate());
    }

    private void show(Path model) {
        models.model(model).ifPresent(snapshot -> publish(model, diagnostics.of(issues(snapshot))));
    }

    private void compile() {
        for (Path model : documents.models()) {
            compiledModels.model(model).ifPresent(snapshot -> {
                CompilerCheck.Finding finding = compiler.check(snapshot);
                compiled.put(model, new Compiled(snapshot.lines().text(), finding));
                workers.soon(() -> {
                    if (documents.models().contains(model)) {
                        show(model);
                    }
                });
            });
        }
        editor.lensesChanged();
    }

    /**
     * Returns an issue of an earlier text at its place in the current one. The place is the same line, or the same
     * line in a new place; empty if the line is gone.
     */
    private static Optional<Issue> moved(Issue issue, String before, Snapshot now) {
        if (!issue.path().equals(now.file()) || before.equals(now.lines().text())) {
            return Optional.of(issue);
        }
        String[] old = before.split("\n", -1);
        String[] lines = now.lines().text().split("\n", -1);
        int same = 0;
        while (same < Math.min(old.length, lines.length) && old[same].equals(lines[same])) {
            same++;
        }
        int tail = 0;
        while (tail < Math.min(old.length, lines.length) - same
                && old[old.length - 1 - tail].equals(lines[lines.length - 1 - tail])) {
            tail++;
        }
        int line = issue.place().line() - 1;
        if (line < same) {
            return Optional.of(issue);
        }
        if (line < old.length - tail) {
            return Optional.empty();
        }
        return Optional.of(new Issue(
                issue.severity(),
                issue.code(),
                new Place(
                        issue.path(),
                        issue.place().line() + lines.length - old.length,
                        issue.place().column()),
                issue.message()));
    }

    /** Publishes the issues of each file from all open models. */
    private void publish(Path model, Map<Path, List<Diagnostic>> now) {
        Set<Path> files = new HashSet<>(now.keySet());
        Map<Path, List<Diagnostic>> before =
                now.isEmpty() && !documents.models().contains(model) ? shown.remove(model) : shown.put(model, now);
        if (before != null) {
            files.addAll(before.keySet());
        }
        files.add(model);
        for (Path file : files) {
            Set<Diagnostic> all = new LinkedHashSet<>();
            shown.values().forEach(each -> all.addAll(each.getOrDefault(file, List.of())));
            editor.client()
                    .publishDiagnostics(new PublishDiagnosticsParams(documents.address(file), new ArrayList<>(all)));
        }
    }
}
