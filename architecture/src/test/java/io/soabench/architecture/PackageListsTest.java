package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each list of packages in a module's README has the packages of that module, and no other. */
final class PackageListsTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Pattern TABLE = Pattern.compile("(?m)^\\| package \\|[^\n]*\n\\|[-|]+\n((?:\\|[^\n]*\n)+)");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    /** The modules whose README has such a list. */
    static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            for (Path readme :
                    files.filter(file -> file.endsWith("README.md")).sorted().toList()) {
                if (Files.isDirectory(readme.resolveSibling("src/main/java"))
                        && TABLE.matcher(Files.readString(readme)).find()) {
                    modules.add(ROOT.relativize(readme.getParent()));
                }
            }
        }
        return modules;
    }

    @Test
    void shouldSeeTheLists() throws IOException {
        assertThat(modules())
                .contains(
                        Path.of("analyzer"), Path.of("generators"), Path.of("engine/bpel"), Path.of("engine/overseer"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void shouldListThePackagesThatAreThere(Path module) throws IOException {
        Set<String> packages = packages(module);

        assertThat(listed(module)).as("packages in " + module + "/README.md").isEqualTo(packages);
    }

    private static Set<String> listed(Path module) throws IOException {
        Matcher table = TABLE.matcher(Files.readString(ROOT.resolve(module).resolve("README.md")));
        assertThat(table.find()).isTrue();
        Set<String> names = new TreeSet<>();
        for (String row : table.group(1).lines().toList()) {
            String cell = row.substring(1, row.indexOf('|', 1));
            NAME.matcher(cell).results().forEach(name -> names.add(name.group(1)));
        }
        // The root package may have a row, as it has no name of its own below the others.
        names.remove(module.getFileName().toString());
        return names;
    }

    /** The packages below the one that all of the module have in common, by their names from there on. */
    private static Set<String> packages(Path module) throws IOException {
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        Set<Path> folders = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.endsWith("package-info.java"))
                    .forEach(file -> folders.add(sources.relativize(file.getParent())));
        }
        Path root = folders.iterator().next();
        for (Path folder : folders) {
            while (!folder.startsWith(root)) {
                root = root.getParent();
            }
        }
        Set<String> names = new TreeSet<>();
        for (Path folder : folders) {
            if (!folder.equals(root)) {
                names.add(root.relativize(folder).toString().replace('/', '.'));
            }
        }
        return names;
    }
}
