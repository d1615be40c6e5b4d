package io.soabench.activevos;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Tomcat in which a user installed the engine. The program changes only the folder of archives, and there only files
 * with its own names.
 *
 * @param home folder of the Tomcat, the engine's {@code CATALINA_HOME}
 */
record Installation(Path home) {

    private static final String ARCHIVE = "soabench-%s.bpr";
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern CONNECTOR = Pattern.compile("<Connector\\b[^>]*?\\bport\\s*=\\s*[\"'](\\d+)[\"']");

    private Path script() {
        return home.resolve("bin/catalina.sh");
    }

    private Path archives() {
        return home.resolve("bpr");
    }

    /** Returns the reasons why it cannot be operated on that port, one sentence each; empty when it can. */
    List<String> problems(int port) throws IOException {
        List<String> problems = new ArrayList<>();
        if (!Files.isRegularFile(script())) {
            problems.add(
                    home + " has no bin/catalina.sh; the parameter home names the folder of the Tomcat in which the"
                            + " engine is installed");
            return problems;
        }
        if (!Files.isDirectory(archives()) || !Files.isWritable(archives())) {
            problems.add(archives() + " is no folder in which files can be placed; install the engine in " + home
                    + ", or change the folder's owner");
        }
        Path configuration = home.resolve("conf/server.xml");
        List<String> ports = Files.isRegularFile(configuration)
                ? CONNECTOR
                        .matcher(COMMENT.matcher(Files.readString(configuration, StandardCharsets.ISO_8859_1))
                                .replaceAll(""))
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList()
                : List.of();
        if (!ports.contains(Integer.toString(port))) {
            problems.add(configuration + " has no connector on port " + port + ", only on "
                    + (ports.isEmpty() ? "none" : String.join(", ", ports))
                    + "; give the server in the model: port http N");
        }
        return problems;
    }

    /**
     * Starts the Tomcat in the foreground; its output goes to the output of this program.
     *
     * @param java home of a Java installation
     * @param options of its virtual machine
     */
    Process start(Path java, List<String> options) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", script().toString(), "run")
                .directory(home.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CATALINA_HOME", home.toString());
        builder.environment().put("CATALINA_BASE", home.toString());
        builder.environment().put("JAVA_HOME", java.toString());
        builder.environment().put("JRE_HOME", java.toString());
        builder.environment().put("CATALINA_OPTS", String.join(" ", options));
        return builder.start();
    }

    /** Places a complete archive for the engine to find, in one step. */
    void place(String process, byte[] archive) throws IOException {
        Path part = archives().resolve("." + ARCHIVE.formatted(process) + ".part");
        Files.write(part, archive);
        Files.move(
                part,
                archives().resolve(ARCHIVE.formatted(process)),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes an archive and returns whether there was one. */
    boolean remove(String process) throws IOException {
        return Files.deleteIfExists(archives().resolve(ARCHIVE.formatted(process)));
    }

    /** Removes all archives that this type has placed, including those of an earlier run that was killed. */
    void clean() throws IOException {
        List<Path> placed;
        try (Stream<Path> files = Files.list(archives())) {
            placed = files.filter(file -> file.getFileName().toString().matches("\\.?soabench-.*\\.bpr(\\.part)?"))
                    .toList();
        }
        for (Path file : placed) {
            Files.deleteIfExists(file);
        }
    }
}
