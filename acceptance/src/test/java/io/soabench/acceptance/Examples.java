package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The examples of this repository, copied to where a test may change them. */
final class Examples {

    private static final Path ALL = Path.of(System.getProperty("soabench.root"), "examples");

    private Examples() {}

    /** Copies a whole example, without what its runs have left. */
    static void copy(String name, Path to) throws IOException {
        Path example = ALL.resolve(name);
        try (Stream<Path> files = Files.walk(example)) {
            copy(
                    name,
                    files.filter(Files::isRegularFile)
                            .map(file -> example.relativize(file))
                            .filter(file -> !file.startsWith("target"))
                            .map(Path::toString)
                            .toList(),
                    to);
        }
    }

    /**
     * A testbed of an example, with engines that only the first compiler makes quick: they live for seconds, and others on this machine
     * measure meanwhile.
     */
    static String light(String testbed) {
        String light = testbed.replaceAll("heap \\d+ MiB", "$0 jvm-options \"-XX:TieredStopAtLevel=1\"");
        assertThat(light).as("no engine has a heap").isNotEqualTo(testbed);
        return light;
    }

    /** Copies some files of an example. */
    static void copy(String name, List<String> files, Path to) throws IOException {
        for (String file : files) {
            Path target = to.resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(ALL.resolve(name).resolve(file), target);
        }
    }
}
