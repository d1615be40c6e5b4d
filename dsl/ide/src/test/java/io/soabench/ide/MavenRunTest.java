package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.CodeLensParams;
import org.eclipse.lsp4j.Command;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What <em>Run</em> above a suite does, with a program in the place of Maven that says how it was called. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program in the place of Maven is a shell script")
class MavenRunTest {

    private static final Path FILE = ServerFixture.QUICKSTART;

    private final RecordingClient client = new RecordingClient();
    private final EditorCapabilities editor = new EditorCapabilities();

    @TempDir
    private Path folder;

    @BeforeEach
    void connect() {
        editor.connect(client);
    }

    private String script(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("maven"), "#!/bin/sh\n" + lines + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    private static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServerFixture.PATIENCE_S);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private boolean said(String part) {
        return client.messages().stream().anyMatch(message -> message.contains(part));
    }

    @Test
    void shouldOfferToRunASuite() {
        try (ServerFixture server = new ServerFixture()) {
            server.open(FILE, ServerFixture.text(FILE));
            List<? extends CodeLens> lenses =
                    ServerFixture.get(server.texts().codeLens(new CodeLensParams(ServerFixture.id(FILE))));

            assertThat(lenses)
                    .extracting(CodeLens::getCommand)
                    .contains(new Command("Run", "soabench.run", List.of(ServerFixture.uri(FILE))));
            assertThat(lenses.get(0).getCommand().getTitle()).startsWith("4 cases");
            assertThat(lenses.get(0).getRange().getStart().getLine())
                    .isEqualTo(ServerFixture.position(FILE, "suite Quick").getLine());
        }
    }

    @Test
    void shouldRunMavenWhereTheModelIsAndTellItsEnd() throws Exception {
        String maven = script("pwd; echo \"$@\"; echo '[INFO] report in /tmp/report/index.html'");
        try (MavenRun run = new MavenRun(editor, maven)) {
            run.start(folder, List.of("soabench:run", "-Dtestbed=a.testbed"));
            await(() -> said("soabench:run is done"), "the end of the run");
        }

        assertThat(client.messages())
                .contains(
                        folder.toRealPath().toString(),
                        "--batch-mode soabench:run -Dtestbed=a.testbed",
                        "soabench:run is done. report in /tmp/report/index.html");
    }

    @Test
    void shouldSayThatARunHasFailed() throws Exception {
        try (MavenRun run = new MavenRun(editor, script("exit 1"))) {
            run.start(folder, List.of("soabench:validate"));
            await(() -> said("soabench:validate has failed"), "the failure");
        }
    }

    @Test
    void shouldRunOneAtATimeAndEndItWithTheEditor() throws Exception {
        Path begun = folder.resolve("begun");
        String maven = script("echo $$ >'" + begun + "'; exec sleep 600");
        try (MavenRun run = new MavenRun(editor, maven)) {
            run.start(folder, List.of("soabench:run"));
            await(() -> Files.exists(begun) && begun.toFile().length() > 0, "the begin of the run");
            run.start(folder, List.of("soabench:run"));
            assertThat(client.messages()).contains("another run has not ended; two at a time would measure each other");
        }
        long pid = Long.parseLong(Files.readString(begun).strip());
        await(() -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false), "the end of what was started");
    }

    @Test
    void shouldSayThatThereIsNoMaven() {
        try (MavenRun run = new MavenRun(editor, folder.resolve("none").toString())) {
            run.start(folder, List.of("soabench:run"));
        }
        assertThat(client.messages()).anyMatch(message -> message.startsWith("Maven cannot be started"));
    }
}
