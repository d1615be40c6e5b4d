package io.soabench.engine.server.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The secrets that descriptors may name: variables of the engine's environment whose names have a prefix, and files of
 * one folder. A deployment can read no other variable and no other file. Immutable. No message contains a secret.
 */
public final class Secrets {
    /** The prefix of the names of variables with secrets. */
    static final String PREFIX = "SOABENCH_SECRET_";

    /** The name of the variable with the folder of secrets. */
    static final String FOLDER = "SOABENCH_SECRETS";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final int MAX_BYTES = 8 * 1024;

    private final Map<String, String> environment;

    /** Makes the secrets of an environment. */
    public Secrets(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Returns the secret in a variable.
     *
     * @throws IllegalArgumentException with a clause for a sentence, if there is none
     */
    String variable(String name) {
        if (!name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "the variable '" + name + "' is none for secrets; name one that begins with " + PREFIX);
        }
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(
                    "the environment of the engine has no variable '" + name + "'; set it before the engine starts");
        }
        return value;
    }

    /**
     * Returns the secret in a file, without line ends after it. Each byte is a character, as in a header.
     *
     * @throws IllegalArgumentException with a clause for a sentence, if there is none
     */
    String file(String name) {
        String folder = environment.getOrDefault(FOLDER, "");
        if (folder.isEmpty()) {
            throw new IllegalArgumentException("the file '" + name + "' is in no folder of secrets; set the variable "
                    + FOLDER + " before the engine starts");
        }
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of a file of secrets; use letters, digits, '.', '_' and '-'");
        }
        try {
            byte[] content = Files.readAllBytes(Path.of(folder).resolve(name));
            if (content.length > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "the file of secrets '" + name + "' is larger than " + MAX_BYTES + " bytes");
            }
            return new String(content, StandardCharsets.ISO_8859_1).replaceFirst("[\\r\\n]+$", "");
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "the folder of secrets has no file '" + name + "' that can be read; put it there", e);
        }
    }
}
