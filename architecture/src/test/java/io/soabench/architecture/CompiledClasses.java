package io.soabench.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The main classes of all modules, as they were compiled; read once for all rules. */
final class CompiledClasses {

    private static final JavaClasses ALL = read();

    private CompiledClasses() {}

    /** All of them, generated ones included. */
    static JavaClasses all() {
        return ALL;
    }

    private static JavaClasses read() {
        try (Stream<Path> folders = Files.walk(Path.of(System.getProperty("soabench.root")), 5)) {
            return new ClassFileImporter()
                    .importPaths(folders.filter(
                                    p -> p.endsWith("target/classes") && Files.isDirectory(p.resolve("io/soabench")))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("the compiled modules cannot be read", e);
        }
    }
}
