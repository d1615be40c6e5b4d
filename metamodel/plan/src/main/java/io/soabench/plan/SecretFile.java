package io.soabench.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file in the folder of secrets of this machine. Models, plans and results have its name only. */
public final class SecretFile {

    /** The variable with the folder of secrets. */
    public static final String FOLDER = "SOABENCH_SECRETS";

    /** The folder of secrets below the home of the user where that variable is not set. */
    public static final String USUAL_FOLDER = ".soabench/secrets";

    private static final int MOST_BYTES = 8 * 1024;

    private SecretFile() {}

    /**
     * Returns the secret in a file, without line ends after it.
     *
     * @param begin start of a sentence for the user, with a blank after it
     * @param name of the file
     * @param environment the variables of this machine
     * @throws IllegalArgumentException with a sentence that has no secret, when the file cannot be read
     */
    public static String read(String begin, String name, Map<String, String> environment) {
        String given = environment.getOrDefault(FOLDER, "");
        Path folder = given.isEmpty() ? Path.of(System.getProperty("user.home"), USUAL_FOLDER) : Path.of(given);
        try {
            byte[] content = Files.readAllBytes(folder.resolve(name));
            if (content.length > MOST_BYTES) {
                throw new IllegalArgumentException(begin + "needs the file of secrets " + name
                        + ", which is larger than " + MOST_BYTES + " bytes; put the secret alone into it");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString()
                    .replaceFirst("[\\r\\n]+$", "");
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    begin + "needs the file of secrets " + name + ", which is no text in UTF-8; save it so", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    begin + "needs the file of secrets " + name + ", which cannot be read in " + folder
                            + "; put it there, or name the folder by the variable " + FOLDER,
                    e);
        }
    }
}
