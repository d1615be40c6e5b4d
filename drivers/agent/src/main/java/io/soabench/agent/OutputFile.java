package io.soabench.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The output of a child process in a file that is still being written. */
public final class OutputFile {

    /** The lines that a Java virtual machine adds to every reason for not starting. */
    private static final Set<String> OF_ANY_JAVA = Set.of(
            "Error: Could not create the Java Virtual Machine.",
            "Error: A fatal exception has occurred. Program will exit.");

    private static final int TAIL = 8 << 10;
    private static final int LONGEST = 300;

    private final Path file;
    private long read;
    private String rest = "";

    /** Creates a reader of a file, which need not exist yet. */
    public OutputFile(Path file) {
        this(file, 0);
    }

    /**
     * Begins after the first bytes of a file.
     *
     * @param from number of these bytes
     */
    OutputFile(Path file, long from) {
        this.file = file;
        this.read = from;
    }

    /** Returns whether one of the lines since the last call begins like that. */
    public boolean nextLineBegins(String text) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long length = open.length();
            byte[] bytes = new byte[(int) Math.min(length - read, 1 << 20)];
            open.seek(read);
            open.readFully(bytes);
            read += bytes.length;
            List<String> lines = List.of((rest + new String(bytes, StandardCharsets.UTF_8)).split("\n", -1));
            rest = lines.get(lines.size() - 1);
            return lines.stream().limit(lines.size() - 1L).anyMatch(l -> l.startsWith(text));
        }
    }

    /** Returns the last line that is not indented (so not a line of a stack trace), shortened; empty when there is none. */
    public static String lastWords(Path file) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long length = open.length();
            byte[] bytes = new byte[(int) Math.min(length, TAIL)];
            open.seek(length - bytes.length);
            open.readFully(bytes);
            String last = "";
            for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank()
                        && !Character.isWhitespace(line.charAt(0))
                        && !line.startsWith("Caused by:")
                        && !OF_ANY_JAVA.contains(line.strip())) {
                    last = line.strip();
                }
            }
            return last.length() > LONGEST ? last.substring(0, LONGEST) + "…" : last;
        } catch (IOException e) {
            return "";
        }
    }
}
