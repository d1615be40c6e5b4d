package io.soabench.ansible;

import io.soabench.driver.run.FolderOperations;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The SSH connections that Ansible's tasks share. Their sockets lie in a folder with a short path, since the path of a
 * socket has 107 characters at most (unix(7)); The connections end with the run, not a minute later.
 */
final class SharedConnections implements AutoCloseable {

    private static final long END_S = 5;

    private final Path folder;

    private SharedConnections(Path folder) {
        this.folder = folder;
    }

    static SharedConnections make() throws IOException {
        return new SharedConnections(Files.createTempDirectory("soab"));
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder)) {
            for (Path socket : sockets) {
                end(socket);
            }
        }
        FolderOperations.remove(folder);
    }

    private static void end(Path socket) throws IOException {
        Process process = new ProcessBuilder("ssh", "-o", "ControlPath=" + socket, "-O", "exit", "any")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
