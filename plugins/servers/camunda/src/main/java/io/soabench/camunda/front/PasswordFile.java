package io.soabench.camunda.front;

import io.soabench.front.FrontRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with a password: other users of a machine see the options of its processes. */
final class PasswordFile {

    private PasswordFile() {}

    /**
     * Reads a password.
     *
     * @param file {@code null} for an empty password
     * @throws FrontRefused when it cannot be read
     */
    static String read(Path file) throws FrontRefused {
        try {
            return file == null ? "" : Files.readString(file).strip();
        } catch (IOException e) {
            throw new FrontRefused("--password-file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
