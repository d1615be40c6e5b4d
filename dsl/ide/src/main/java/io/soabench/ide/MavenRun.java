package io.soabench.ide;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;

/**
 * A goal of the Maven plug-in that an editor has started. Only one runs at a time. Its output goes into the
 * editor's log.
 */
final class MavenRun implements AutoCloseable {

    private final EditorCapabilities editor;
    private final String maven;
    private Process process;

    MavenRun(EditorCapabilities editor) {
        this(editor, System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows") ? "mvn.cmd" : "mvn");
    }

    /** @param maven the program that is started, a name on the path or a file */
    MavenRun(EditorCapabilities editor, String maven) {
        this.editor = editor;
        this.maven = maven;
    }

    /** Starts Maven in a folder, unless it runs already. */
    synchronized void start(Path folder, List<String> arguments) {
        if (process != null && process.isAlive()) {
            show(MessageType.Warning, "another run has not ended; two at a time would measure each other");
            return;
        }
        List<String> command = new ArrayList<>(List.of(maven, "--batch-mode"));
        command.addAll(arguments);
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
            process.getOutputStream().close();
        } catch (IOException e) {
            show(
                    MessageType.Error,
                    "Maven cannot be started: " + e.getMessage() + "; put mvn on the path of the editor");
            return;
        }
        show(MessageType.Info, String.join(" ", command) + " has begun; its output is in the log");
        Thread reading = new Thread(() -> follow(process, arguments.get(0)), "soabench-run");
        reading.setDaemon(true);
        reading.start();
    }

    private void follow(Process running, String goal) {
        String last = "";
        try (BufferedReader lines = running.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                editor.client().logMessage(new MessageParams(MessageType.Log, line));
                last = line.contains("report") && line.contains("index.html") ? line : last;
            }
            int code = running.waitFor();
            show(
                    code == 0 ? MessageType.Info : MessageType.Error,
                    goal
                            + (code == 0
                                    ? " is done. " + last.replaceFirst("^\\[INFO] ", "")
                                    : " has failed; see the log"));
        } catch (IOException e) {
            show(MessageType.Error, goal + " cannot be followed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(MessageType type, String text) {
        editor.client().showMessage(new MessageParams(type, text));
    }

    /** Ends Maven together with the editor. Maven stops the processes that it has started when it is asked to end. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroy();
        }
    }
}
