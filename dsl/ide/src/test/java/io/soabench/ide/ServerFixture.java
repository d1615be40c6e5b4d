package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializedParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.services.LanguageServer;
import org.eclipse.lsp4j.services.TextDocumentService;

/** An editor for tests: opens a model, of which the cursor is marked by a bar, and asks the server about it. */
final class ServerFixture implements AutoCloseable {

    /** Longer than anything takes on a slow and busy machine. */
    static final long PATIENCE_S = 120;

    static final Path EXAMPLES = Path.of("../../examples").toAbsolutePath().normalize();
    static final Path QUICKSTART = EXAMPLES.resolve("quickstart/quickstart.testbed");

    private static final String CURSOR = "|";

    private final TestbedLanguageServer own;
    private final LanguageServer server;
    private final RecordingClient client;
    private int version;

    /** A server in this JVM. */
    ServerFixture(Path... folders) {
        own = new TestbedLanguageServer();
        server = own;
        client = new RecordingClient();
        own.connect(client);
        initialize(folders);
    }

    /** A server anywhere. */
    ServerFixture(LanguageServer server, RecordingClient client, Path... folders) {
        this.own = null;
        this.server = server;
        this.client = client;
        initialize(folders);
    }

    private void initialize(Path... folders) {
        InitializeParams params = new InitializeParams();
        params.setCapabilities(new ClientCapabilities());
        params.setWorkspaceFolders(new ArrayList<>());
        for (Path folder : folders) {
            params.getWorkspaceFolders()
                    .add(new WorkspaceFolder(
                            folder.toUri().toString(), folder.getFileName().toString()));
        }
        get(server.initialize(params));
        server.initialized(new InitializedParams());
    }

    static <T> T get(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the server does not answer", e);
        }
    }

    TextDocumentService texts() {
        return server.getTextDocumentService();
    }

    LanguageServer server() {
        return server;
    }

    RecordingClient client() {
        return client;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The quickstart with a part of it changed, where it stands first. */
    static String quickstart(String before, String after) {
        String text = text(QUICKSTART);
        assertThat(text).contains(before);
        return text.replaceFirst(Pattern.quote(before), Matcher.quoteReplacement(after));
    }

    static String uri(Path file) {
        return file.toUri().toString();
    }

    static TextDocumentIdentifier id(Path file) {
        return new TextDocumentIdentifier(uri(file));
    }

    /** Opens a text with a cursor as a file; gives the place of the cursor. */
    Position open(Path file, String text) {
        int cursor = text.indexOf(CURSOR);
        String without = cursor < 0 ? text : text.substring(0, cursor) + text.substring(cursor + 1);
        texts().didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri(file), "testbed", ++version, without)));
        return position(without, Math.max(0, cursor));
    }

    /** Changes the whole text of an open file. */
    void change(Path file, String text) {
        texts().didChange(new DidChangeTextDocumentParams(
                new VersionedTextDocumentIdentifier(uri(file), ++version),
                List.of(new TextDocumentContentChangeEvent(text))));
    }

    static Position position(String text, int offset) {
        String before = text.substring(0, offset);
        int line = (int) before.chars().filter(c -> c == '\n').count();
        return new Position(line, offset - before.lastIndexOf('\n') - 1);
    }

    static Position position(Path file, String word) {
        String text = text(file);
        assertThat(text).contains(word);
        return position(text, text.indexOf(word));
    }

    /** The diagnostics of a file as soon as they include one, as lines {@code line:column: [code] message}. */
    String diagnosticsWith(Path file, String part) {
        return lines(client.await(uri(file), all -> lines(all).contains(part)));
    }

    static String lines(List<Diagnostic> all) {
        return all.stream()
                .map(each -> each.getRange().getStart().getLine() + 1 + ":"
                        + (each.getRange().getStart().getCharacter() + 1) + ": ["
                        + each.getCode().getLeft() + "] " + each.getMessage().getLeft())
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    /** The proposals at the cursor of a text. */
    List<CompletionItem> complete(Path file, String text) {
        Position cursor = open(file, text);
        return get(texts().completion(new CompletionParams(id(file), cursor)))
                .map(items -> items, list -> list.getItems());
    }

    List<String> labels(Path file, String text) {
        return complete(file, text).stream().map(CompletionItem::getLabel).toList();
    }

    /** The hover at the cursor of a text; empty if there is none. */
    String hover(Path file, String text) {
        Position cursor = open(file, text);
        Hover hover = get(texts().hover(new HoverParams(id(file), cursor)));
        return hover == null ? "" : hover.getContents().getRight().getValue();
    }

    /** The texts that quick fixes at the cursor of a text lead to, by title. */
    Map<String, String> fixes(Path file, String text) {
        Position cursor = open(file, text);
        String without = text.replaceFirst("\\|", "");
        var actions = get(texts().codeAction(
                        new CodeActionParams(id(file), new Range(cursor, cursor), new CodeActionContext(List.of()))));
        Map<String, String> fixes = new LinkedHashMap<>();
        actions.forEach(action -> fixes.put(
                action.getRight().getTitle(),
                apply(without, action.getRight().getEdit().getChanges().get(uri(file)))));
        return fixes;
    }

    /** A text with changes. */
    static String apply(String text, List<? extends TextEdit> edits) {
        StringBuilder changed = new StringBuilder(text);
        edits.stream()
                .sorted(Comparator.<TextEdit>comparingInt(
                                edit -> offset(text, edit.getRange().getStart()))
                        .reversed())
                .forEach(edit -> changed.replace(
                        offset(text, edit.getRange().getStart()),
                        offset(text, edit.getRange().getEnd()),
                        edit.getNewText()));
        return changed.toString();
    }

    static int offset(String text, Position position) {
        int start = 0;
        for (int line = 0; line < position.getLine(); line++) {
            start = text.indexOf('\n', start) + 1;
        }
        return start + position.getCharacter();
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
