package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.launch.LSPLauncher;
import org.eclipse.lsp4j.services.LanguageServer;
import org.junit.jupiter.api.Test;

/** The jar as an editor uses it: a process that speaks over its standard streams. */
class LanguageServerIT {

    private static final Path JAR = Path.of("target/soabench-language-server.jar");
    private static final Path FILE = ServerFixture.QUICKSTART;

    private static Process start(String... arguments) throws IOException {
        return start(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"), arguments);
    }

    private static Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(new File("target/language-server.err"))
                .start();
    }

    @Test
    void shouldServeAnEditorFromItsStartToItsEnd() throws Exception {
        Process process = start();
        try {
            RecordingClient client = new RecordingClient();
            var launcher =
                    LSPLauncher.createClientLauncher(client, process.getInputStream(), process.getOutputStream());
            var listening = launcher.startListening();
            LanguageServer server = launcher.getRemoteProxy();
            ServerFixture editor = new ServerFixture(server, client, ServerFixture.EXAMPLES.resolve("quickstart"));

            String wrong = ServerFixture.quickstart("serves quotes", "serves qoutes");
            editor.open(FILE, wrong);
            assertThat(editor.diagnosticsWith(FILE, "service-unknown")).contains("there is no service \"qoutes\"");

            String text = ServerFixture.text(FILE);
            editor.change(FILE, text);
            client.await(ServerFixture.uri(FILE), List::isEmpty);

            assertThat(editor.labels(FILE, ServerFixture.quickstart(": axis2", ": |")))
                    .contains("axis2", "reference", "ode", "orchestra", "juddi", "lean", "activevos");
            assertThat(editor.hover(FILE, ServerFixture.quickstart("service quotes", "service quo|tes")))
                    .contains("instances 1");
            Position cursor = editor.open(FILE, ServerFixture.quickstart("serves quotes", "serves quo|tes"));
            assertThat(ServerFixture.get(
                                    editor.texts().definition(new DefinitionParams(ServerFixture.id(FILE), cursor)))
                            .getLeft()
                            .get(0)
                            .getRange()
                            .getStart())
                    .isEqualTo(ServerFixture.position(FILE, "quotes : Quote"));
            assertThat(ServerFixture.get(
                            editor.texts().documentSymbol(new DocumentSymbolParams(ServerFixture.id(FILE)))))
                    .hasSizeGreaterThan(10);
            assertThat(ServerFixture.get(editor.texts()
                            .formatting(new DocumentFormattingParams(
                                    ServerFixture.id(FILE), new FormattingOptions(4, true)))))
                    .isEmpty();
            assertThat(ServerFixture.get(
                                    editor.texts().rename(new RenameParams(ServerFixture.id(FILE), cursor, "prices")))
                            .getChanges()
                            .get(ServerFixture.uri(FILE)))
                    .hasSize(4);

            ServerFixture.get(server.shutdown());
            server.exit();
            assertThat(process.waitFor(ServerFixture.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isZero();
            listening.cancel(true);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldEndWithTheEditor() throws Exception {
        Process process = start("--stdio");
        try {
            process.getOutputStream().close();

            assertThat(process.waitFor(ServerFixture.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Somebody else may hold its input open. */
    @Test
    void shouldEndWithTheProcessOfTheEditor() throws Exception {
        Process editor = new ProcessBuilder("sleep", "600").start();
        Process process = start();
        try {
            var launcher = LSPLauncher.createClientLauncher(
                    new RecordingClient(), process.getInputStream(), process.getOutputStream());
            var listening = launcher.startListening();
            InitializeParams params = new InitializeParams();
            params.setProcessId((int) editor.pid());
            params.setCapabilities(new ClientCapabilities());
            ServerFixture.get(launcher.getRemoteProxy().initialize(params));
            assertThat(process.isAlive()).isTrue();

            editor.destroy();

            assertThat(process.waitFor(ServerFixture.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            listening.cancel(true);
        } finally {
            editor.destroyForcibly();
            process.destroyForcibly();
        }
    }

    /** As somebody starts it who has read nothing: it limits itself, and is gone when it is killed. */
    @Test
    void shouldLimitItsMemoryWhereNobodyHasChosenOptions() throws Exception {
        Process process = start(List.of("-Dsoabench.some=thing"));
        try {
            var launcher = LSPLauncher.createClientLauncher(
                    new RecordingClient(), process.getInputStream(), process.getOutputStream());
            var listening = launcher.startListening();
            InitializeParams params = new InitializeParams();
            params.setCapabilities(new ClientCapabilities());
            ServerFixture.get(launcher.getRemoteProxy().initialize(params));

            List<ProcessHandle> seconds = process.children().toList();
            assertThat(seconds).hasSize(1);
            assertThat(seconds.get(0).info().arguments().orElseThrow())
                    .contains(LowMemoryProcess.OPTIONS.toArray(String[]::new))
                    .contains("-Dsoabench.some=thing");

            process.destroyForcibly();

            assertThat(seconds.get(0)
                            .onExit()
                            .get(ServerFixture.PATIENCE_S, TimeUnit.SECONDS)
                            .isAlive())
                    .isFalse();
            listening.cancel(true);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldEndAsTheProtocolSaysWhereNobodyHasChosenOptions() throws Exception {
        Process process = start(List.of());
        try {
            process.getOutputStream().close();

            assertThat(process.waitFor(ServerFixture.PATIENCE_S, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldSayHowItIsUsed() throws Exception {
        Process process = start("--sockets");

        assertThat(process.waitFor(ServerFixture.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(ServerFixture.text(Path.of("target/language-server.err"))).contains("--socket PORT");
    }

    @Test
    void shouldServeOverAPort() throws Exception {
        Process process = start("--socket", "0");
        try {
            String line = process.inputReader().readLine();
            int port = Integer.parseInt(line.replaceAll("\\D", ""));
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                RecordingClient client = new RecordingClient();
                var launcher =
                        LSPLauncher.createClientLauncher(client, socket.getInputStream(), socket.getOutputStream());
                var listening = launcher.startListening();
                ServerFixture editor = new ServerFixture(launcher.getRemoteProxy(), client);
                editor.open(FILE, ServerFixture.quickstart("serves quotes", "serves qoutes"));
                editor.diagnosticsWith(FILE, "service-unknown");
                listening.cancel(true);
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
