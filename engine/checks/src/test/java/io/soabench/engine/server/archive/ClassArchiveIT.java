package io.soabench.engine.server.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.engine.server.EngineMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts of an engine with its archive, and without it if anything is wrong. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ClassArchiveIT {
    private static final String TEST_CLASSES = "test-classes";
    private static final FileTime EARLIER = FileTime.fromMillis(1_700_000_000_000L);

    @TempDir
    private static Path home;

    private static Path jar;
    private static String classPath;
    private static Path made;

    private Path archive;

    @BeforeAll
    static void make() throws Exception {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && !path.endsWith(TEST_CLASSES)) {
                jars.add(pack(path, home.resolve("classes-" + jars.size() + ".jar"))
                        .toString());
            } else if (Files.isRegularFile(path) && !entry.contains(TEST_CLASSES)) {
                jars.add(entry);
            }
        }
        // One that may be changed, in front: those behind the last one with a class in the archive do not matter.
        jar = pack(Path.of("src", "test", "resources"), home.resolve("more.jar"));
        jars.add(0, jar.toString());
        classPath = String.join(File.pathSeparator, jars);
        made = home.resolve("made.jsa");
        Result written = run(Path.of(System.getProperty("java.home")), List.of(), "--archive", made.toString());
        assertThat(written.status()).as(written.text()).isZero();
        assertThat(written.text()).contains("-XX:SharedArchiveFile=" + made).contains(ClassArchive.VERIFY);
    }

    private static Path pack(Path folder, Path target) throws IOException {
        try (OutputStream file = Files.newOutputStream(target);
                JarOutputStream zip = new JarOutputStream(file);
                Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new JarEntry(folder.relativize(one).toString().replace(File.separatorChar, '/')));
                zip.write(Files.readAllBytes(one));
                zip.closeEntry();
            }
        }
        Files.setLastModifiedTime(target, EARLIER);
        return target;
    }

    @BeforeEach
    void copy() throws IOException {
        archive = home.resolve("used.jsa");
        Files.deleteIfExists(archive);
        Files.copy(made, archive);
        assertThat(archive.toFile().setWritable(true)).isTrue();
        Files.setLastModifiedTime(jar, EARLIER);
    }

    private record Result(int status, String text) {}

    private static List<String> command(Path java, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, EngineMain.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Result run(Path java, List<String> options, String... arguments) throws Exception {
        Process process = new ProcessBuilder(command(java, options, arguments))
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }

    /** Returns the engine's messages until it is ready, and after it was asked to end. */
    private Result start(Path java) throws Exception {
        Process process = new ProcessBuilder(
                        command(java, ClassArchive.using(archive), "--port", "0", "--admin-port", "0"))
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        StringBuilder text = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                text.append(line).append('\n');
                if (line.startsWith("ready ")) {
                    break;
                }
            }
            process.toHandle().destroy();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), text.toString());
    }

    @Test
    void shouldTakeClassesFromArchive() throws Exception {
        Result started = start(Path.of(System.getProperty("java.home")));

        assertThat(started.text())
                .contains("archive=" + archive + ": classes come from it")
                .contains("\nready ");
    }

    /** The kinds of damage to an archive, or to its sources. */
    private enum Damage {
        MISSING {
            @Override
            void befall(Path file) throws IOException {
                Files.delete(file);
            }
        },
        EMPTY {
            @Override
            void befall(Path file) throws IOException {
                Files.write(file, new byte[0]);
            }
        },
        END_MISSING {
            @Override
            void befall(Path file) throws IOException {
                cut(file, Files.size(file) - 5_000);
            }
        },
        HALF_MISSING {
            @Override
            void befall(Path file) throws IOException {
                cut(file, Files.size(file) / 2);
            }
        },
        NEARLY_ALL_MISSING {
            @Override
            void befall(Path file) throws IOException {
                cut(file, 20_000);
            }
        },
        WRONG_BYTES {
            @Override
            void befall(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.wrap(new byte[300_000]), Files.size(file) / 5);
                }
            }
        },
        WRONG_BEGIN {
            @Override
            void befall(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.wrap(new byte[1_000]), 0);
                }
            }
        },
        OTHER_JAR {
            @Override
            void befall(Path file) throws IOException {
                Files.setLastModifiedTime(jar, FileTime.fromMillis(EARLIER.toMillis() + 10_000));
            }
        };

        abstract void befall(Path file) throws IOException;

        private static void cut(Path file, long size) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(size);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithoutArchiveWhenItIsDamaged(Damage damage) throws Exception {
        damage.befall(archive);

        Result started = start(Path.of(System.getProperty("java.home")));

        assertThat(started.text())
                .contains("archive=" + archive + " does not fit")
                .contains("\nready ");
    }

    @Test
    void shouldStartWithoutArchiveOfAnotherJava() throws Exception {
        Optional<Path> other = other();
        assumeThat(other).as("another Java of at least 17").isPresent();

        Result started = start(other.orElseThrow());

        assertThat(started.text())
                .contains("archive=" + archive + " does not fit")
                .contains("\nready ");
    }

    private static Optional<Path> other() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        String own = System.getProperty("java.version");
        try (Stream<Path> homes = Files.list(all)) {
            for (Path java : homes.sorted().toList()) {
                Path release = java.resolve("release");
                if (Files.isRegularFile(release) && Files.isExecutable(java.resolve("bin/java"))) {
                    String version = Files.readString(release).replaceAll("(?s).*JAVA_VERSION=\"([^\"]*)\".*", "$1");
                    int feature = Integer.parseInt(version.replaceAll("\\D.*", ""));
                    if (feature >= 17 && !version.equals(own)) {
                        return Optional.of(java);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
