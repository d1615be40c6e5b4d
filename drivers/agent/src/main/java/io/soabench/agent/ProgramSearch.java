package io.soabench.agent;

import io.soabench.plugin.HostProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A search for programs of this machine. Immutable. */
public final class ProgramSearch {

    private final String path;

    /**
     * Creates a search.
     *
     * @param path folders of programs, as in the environment variable {@code PATH}
     */
    public ProgramSearch(String path) {
        this.path = path;
    }

    /** Returns a search in the folders in which a process that is started finds programs. */
    public static ProgramSearch here() {
        return new ProgramSearch(System.getenv().getOrDefault("PATH", ""));
    }

    /** Returns whether a program of that name can be started by it. */
    boolean finds(String command) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, command)));
    }

    /** Returns whether a program is in one of its places, or can be started by its name. */
    public boolean finds(HostProgram program) {
        return finds(program.command())
                || program.places().stream()
                        .flatMap(place -> matching(place).stream())
                        .anyMatch(Files::isExecutable);
    }

    private static List<Path> matching(String place) {
        List<Path> found = List.of(Path.of("/"));
        for (Path part : Path.of(place)) {
            List<Path> next = new ArrayList<>();
            for (Path folder : found) {
                if (part.toString().contains("*")) {
                    next.addAll(children(folder, part.toString()));
                } else {
                    next.add(folder.resolve(part));
                }
            }
            found = next;
        }
        return found;
    }

    private static List<Path> children(Path folder, String pattern) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, pattern)) {
            all.forEach(children::add);
        } catch (IOException | DirectoryIteratorException e) {
            // A folder that is not there, or that nobody may read, has no program.
            return List.of();
        }
        return children;
    }
}
