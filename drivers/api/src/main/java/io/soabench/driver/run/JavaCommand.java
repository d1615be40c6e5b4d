package io.soabench.driver.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command that starts a Java program of which an archive of classes can be made. It has a HotSpot JVM with an archive of its own classes,
 * options that go with archives, jars and a main class.
 */
final class JavaCommand {

    private static final String CLASS_PATH = "-cp";

    /** The place of the base archive of a HotSpot JVM; no other JVM has it. */
    private static final String BASE = "lib/server/classes.jsa";

    private static final String MACHINE = "lib/server/libjvm.so";

    /**
     * Options that are compatible with an archive. With other options, such as agents, a JVM that should write an
     * archive refuses to start. Options about archives are left to the user.
     */
    private static final Pattern HARMLESS =
            Pattern.compile("-Xm[sxn]\\S+|-Xss\\S+|-Xlog(:.*)?|-Xint|-Xcomp|-Xmixed|-server"
                    + "|-e[as](:.*)?|-d[as](:.*)?|-enableassertions|-D(?!java\\.system\\.class\\.loader|jdk\\.module).*"
                    + "|-XX:(?!.*(Shar|Archiv|CDS|AOT|LoadedClass|Flags|OptionsFile|FlightRecord|JVMTI|Module)).*");

    /** The options that have no effect on classes. */
    private static final Pattern WITHOUT_EFFECT = Pattern.compile("-Xm[sxn]\\S+|-Xss\\S+|-Xlog(:.*)?|-D.*");

    /** Options of a JVM that come from elsewhere. */
    private static final List<String> MORE_OPTIONS = List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    private final Path home;
    private final List<String> options;
    private final List<Path> jars;
    private final String main;

    private JavaCommand(Path home, List<String> options, List<Path> jars, String main) {
        this.home = home;
        this.options = options;
        this.jars = jars;
        this.main = main;
    }

    /** Parses a command; nothing when no archive can or should be made of it. */
    static Optional<JavaCommand> of(List<String> command, Map<String, String> environment) {
        int at = command.indexOf(CLASS_PATH);
        if (at < 1 || at + 2 >= command.size() || MORE_OPTIONS.stream().anyMatch(environment::containsKey)) {
            return Optional.empty();
        }
        List<String> options = command.subList(1, at);
        List<Path> jars = Stream.of(command.get(at + 1).split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        String main = command.get(at + 2);
        if (main.startsWith("-")
                || !options.stream().allMatch(option -> HARMLESS.matcher(option).matches())
                || !jars.stream().allMatch(Files::isRegularFile)) {
            return Optional.empty();
        }
        String path = environment.getOrDefault("PATH", System.getenv().getOrDefault("PATH", ""));
        return home(command.get(0), path).map(home -> new JavaCommand(home, options, jars, main));
    }

    private static Optional<Path> home(String java, String path) {
        Stream<Path> places = java.contains("/")
                ? Stream.of(Path.of(java))
                : Stream.of(path.split(File.pathSeparator, -1)).map(folder -> Path.of(folder, java));
        try {
            Optional<Path> found = places.filter(Files::isExecutable).findFirst();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Path bin = found.get().toRealPath().getParent();
            Path home = bin == null ? null : bin.getParent();
            return Optional.ofNullable(home)
                    .filter(it -> Files.isRegularFile(it.resolve(BASE)) && Files.isRegularFile(it.resolve(MACHINE)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns a name for people, which can be a part of a file's name. */
    String program() {
        return main.substring(main.lastIndexOf('.') + 1).replaceAll("[^A-Za-z0-9]", "");
    }

    /** Returns all facts that decide whether an archive fits. */
    String facts() throws IOException {
        List<String> facts = new ArrayList<>(
                List.of(ClassArchives.facts(home.resolve(BASE)), ClassArchives.facts(home.resolve(MACHINE)), main));
        options.stream()
                .filter(option -> !WITHOUT_EFFECT.matcher(option).matches())
                .forEach(facts::add);
        for (Path jar : jars) {
            facts.add(ClassArchives.facts(jar));
        }
        return String.join("\n", facts);
    }
}
