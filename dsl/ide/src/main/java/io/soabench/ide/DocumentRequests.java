package io.soabench.ide;

import io.soabench.ide.feature.Colours;
import io.soabench.ide.feature.CompletionProposals;
import io.soabench.ide.feature.Hovers;
import io.soabench.ide.feature.Lenses;
import io.soabench.ide.feature.Navigation;
import io.soabench.ide.feature.Outline;
import io.soabench.ide.feature.QuickFix;
import io.soabench.ide.feature.QuickFixes;
import io.soabench.ide.feature.RenameRefactoring;
import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.model.issue.Issue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeRequestParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.PrepareRenameDefaultBehavior;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.SemanticTokens;
import org.eclipse.lsp4j.SemanticTokensParams;
import org.eclipse.lsp4j.SymbolInformation;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentPositionParams;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.Either3;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.TextDocumentService;

/** The protocol's requests about one file. Files that are not models have no answers. */
final class DocumentRequests implements TextDocumentService {

    private final OpenDocuments documents;
    private final ServerThreads workers;
    private final EditorCapabilities editor;
    private final DiagnosticsPublisher checking;
    private final Models models;
    private final CompilerCheck types = new CompilerCheck();
    private final Hovers hovers;
    private final Navigation navigation;
    private final QuickFixes quickFixes;

    DocumentRequests(
            OpenDocuments documents, ServerThreads workers, EditorCapabilities editor, DiagnosticsPublisher checking) {
        this.documents = documents;
        this.workers = workers;
        this.editor = editor;
        this.checking = checking;
        this.models = checking.models();
        this.hovers = new Hovers(models, types);
        this.navigation = new Navigation(documents, models);
        this.quickFixes = new QuickFixes(documents, models, types);
    }

    /** Loads the classes and files that the first request needs, while the editor does something else. */
    void warmUp() {
        workers.soon(() -> models.expectations().keywords());
    }

    @Override
    public void didOpen(DidOpenTextDocumentParams params) {
        String address = params.getTextDocument().getUri();
        documents.put(address, params.getTextDocument().getText());
        checking.changed(Optional.of(OpenDocuments.path(address)));
    }

    @Override
    public void didChange(DidChangeTextDocumentParams params) {
        String address = params.getTextDocument().getUri();
        String text = documents.text(OpenDocuments.path(address)).orElse("");
        for (TextDocumentContentChangeEvent change : params.getContentChanges()) {
            text = changed(text, change);
        }
        documents.put(address, text);
        checking.changed(Optional.of(OpenDocuments.path(address)));
    }

    private static String changed(String text, TextDocumentContentChangeEvent change) {
        if (change.getRange() == null) {
            return change.getText();
        }
        Lines lines = new Lines(text);
        return text.substring(0, lines.offset(change.getRange().getStart()))
                + change.getText()
                + text.substring(lines.offset(change.getRange().getEnd()));
    }

    @Override
    public void didClose(DidCloseTextDocumentParams params) {
        documents.remove(params.getTextDocument().getUri());
        checking.closed(OpenDocuments.path(params.getTextDocument().getUri()));
        checking.changed(Optional.of(OpenDocuments.path(params.getTextDocument().getUri())));
    }

    @Override
    public void didSave(DidSaveTextDocumentParams params) {
        documents.changed();
        checking.changed(Optional.empty());
    }

    private <T> CompletableFuture<T> about(TextDocumentIdentifier file, T otherwise, Function<Snapshot, T> answer) {
        return workers.answer(() ->
                models.model(OpenDocuments.path(file.getUri())).map(answer).orElse(otherwise));
    }

    private <T> CompletableFuture<T> at(
            TextDocumentPositionParams params, T otherwise, BiFunction<Snapshot, Integer, T> answer) {
        return about(
                params.getTextDocument(),
                otherwise,
                snapshot -> answer.apply(snapshot, snapshot.lines().offset(params.getPosition())));
    }

    @Override
    public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(CompletionParams params) {
        return at(
                params,
                Either.forLeft(List.of()),
                (snapshot, offset) -> Either.forLeft(
                        new CompletionProposals(models, hovers, types, editor.snippets()).at(snapshot, offset)));
    }

    @Override
    public CompletableFuture<Hover> hover(HoverParams params) {
        return at(params, null, (snapshot, offset) -> hovers.at(snapshot, offset, checking.estimate(snapshot.file()))
                .orElse(null));
    }

    @Override
    public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>> definition(
            DefinitionParams params) {
        return at(
                params,
                Either.forLeft(List.of()),
                (snapshot, offset) -> Either.forLeft(navigation.definition(snapshot, offset).stream()
                        .map(found -> new Location(documents.address(found.file()), found.range()))
                        .toList()));
    }

    @Override
    public CompletableFuture<List<? extends Location>> references(ReferenceParams params) {
        return at(params, List.of(), (snapshot, offset) -> {
            List<Location> locations = new ArrayList<>();
            snapshot.named(offset).ifPresent(named -> navigation
                    .uses(
                            navigation.readers(snapshot, named, editor.folders()),
                            named,
                            params.getContext().isIncludeDeclaration())
                    .forEach((file, ranges) ->
                            ranges.forEach(range -> locations.add(new Location(documents.address(file), range)))));
            return locations;
        });
    }

    @Override
    public CompletableFuture<List<? extends DocumentHighlight>> documentHighlight(DocumentHighlightParams params) {
        return at(params, List.of(), (snapshot, offset) -> snapshot
                .named(offset)
                .map(named -> navigation.uses(List.of(snapshot), named, true).getOrDefault(snapshot.file(), List.of()))
                .orElse(List.of())
                .stream()
                .map(DocumentHighlight::new)
                .toList());
    }

    @Override
    @SuppressWarnings("deprecation") // The type is part of the interface.
    public CompletableFuture<List<Either<SymbolInformation, DocumentSymbol>>> documentSymbol(
            DocumentSymbolParams params) {
        return about(params.getTextDocument(), List.of(), snapshot -> Outline.symbols(snapshot).stream()
                .map(Either::<SymbolInformation, DocumentSymbol>forRight)
                .toList());
    }

    @Override
    public CompletableFuture<List<FoldingRange>> foldingRange(FoldingRangeRequestParams params) {
        return about(params.getTextDocument(), List.of(), Outline::folds);
    }

    @Override
    public CompletableFuture<SemanticTokens> semanticTokensFull(SemanticTokensParams params) {
        return about(
                params.getTextDocument(),
                new SemanticTokens(List.of()),
                snapshot -> new SemanticTokens(
                        new Colours(snapshot, models.expectations().keywords()).numbers()));
    }

    @Override
    public CompletableFuture<List<? extends TextEdit>> formatting(DocumentFormattingParams params) {
        return about(params.getTextDocument(), List.of(), snapshot -> {
            String before = snapshot.lines().text();
            return edit(before, endings(before, models.reader().format(before))).stream()
                    .toList();
        });
    }

    /** Returns a new text with the line ends of a document. */
    private static String endings(String document, String text) {
        String plain = text.replace("\r\n", "\n");
        return document.contains("\r\n") ? plain.replace("\n", "\r\n") : plain;
    }

    /** Returns the shortest change of one text into another. */
    private static Optional<TextEdit> edit(String before, String after) {
        if (before.equals(after)) {
            return Optional.empty();
        }
        int start = 0;
        while (start < Math.min(before.length(), after.length()) && before.charAt(start) == after.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < Math.min(before.length(), after.length()) - start
                && before.charAt(before.length() - 1 - end) == after.charAt(after.length() - 1 - end)) {
            end++;
        }
        return Optional.of(new TextEdit(
                new Lines(before).range(start, before.length() - end), after.substring(start, after.length() - end)));
    }

    @Override
    public CompletableFuture<Either3<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>> prepareRename(
            PrepareRenameParams params) {
        return at(params, null, (snapshot, offset) -> renaming()
                .nameAt(snapshot, offset)
                .map(Either3::<Range, PrepareRenameResult, PrepareRenameDefaultBehavior>forFirst)
                .orElse(null));
    }

    private RenameRefactoring renaming() {
        return new RenameRefactoring(
                documents, navigation, models.expectations().reserved());
    }

    @Override
    public CompletableFuture<WorkspaceEdit> rename(RenameParams params) {
        return at(params, null, (snapshot, offset) -> {
            try {
                return edit(renaming().edits(snapshot, offset, params.getNewName(), editor.folders()));
            } catch (RenameRefactoring.Refused e) {
                throw new ResponseErrorException(
                        new ResponseError(ResponseErrorCode.RequestFailed, e.getMessage(), null));
            }
        });
    }

    private WorkspaceEdit edit(Map<Path, List<TextEdit>> edits) {
        Map<String, List<TextEdit>> changes = new LinkedHashMap<>();
        edits.forEach((file, each) -> {
            String text = documents.text(file).orElse("");
            changes.put(
                    documents.address(file),
                    each.stream()
                            .map(edit -> new TextEdit(edit.getRange(), endings(text, edit.getNewText())))
                            .toList());
        });
        return new WorkspaceEdit(changes);
    }

    @Override
    public CompletableFuture<List<Either<Command, CodeAction>>> codeAction(CodeActionParams params) {
        return about(params.getTextDocument(), List.of(), snapshot -> {
            List<Either<Command, CodeAction>> actions = new ArrayList<>();
            int first = params.getRange().getStart().getLine();
            int last = params.getRange().getEnd().getLine();
            for (Issue issue : checking.issues(snapshot)) {
                int line = issue.place().line() - 1;
                if (issue.path().equals(snapshot.file()) && first <= line && line <= last) {
                    quickFixes
                            .of(snapshot, issue)
                            .forEach(fix -> actions.add(Either.forRight(action(snapshot, issue, fix, params))));
                }
            }
            return actions;
        });
    }

    private CodeAction action(Snapshot snapshot, Issue issue, QuickFix fix, CodeActionParams params) {
        CodeAction action = new CodeAction(fix.title());
        action.setKind(CodeActionKind.QuickFix);
        action.setEdit(edit(Map.of(snapshot.file(), fix.edits(snapshot.lines()))));
        List<Diagnostic> about = params.getContext() == null
                ? List.of()
                : params.getContext().getDiagnostics().stream()
                        .filter(each -> each.getCode() != null
                                && issue.code().id().equals(each.getCode().getLeft())
                                && each.getRange().getStart().getLine()
                                        == issue.place().line() - 1)
                        .toList();
        action.setDiagnostics(about);
        return action;
    }

    @Override
    public CompletableFuture<List<? extends CodeLens>> codeLens(CodeLensParams params) {
        return about(
                params.getTextDocument(),
                List.of(),
                snapshot -> Lenses.of(snapshot, params.getTextDocument().getUri(), checking.estimate(snapshot.file())));
    }
}
