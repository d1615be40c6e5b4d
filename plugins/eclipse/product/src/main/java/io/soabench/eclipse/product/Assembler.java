package io.soabench.eclipse.product;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The assembler of a folder with an Eclipse: the bundles, their list for the framework, and a start script. Earlier
 * content of the folder is removed, so a new build has no bundle of an old one.
 */
public final class Assembler {

    /** The bundles that the framework starts before the workbench asks for them, with their start levels. */
    private static final Map<String, Integer> STARTED = Map.of(
            "org.eclipse.equinox.simpleconfigurator", 1,
            "org.apache.felix.scr", 2,
            "org.eclipse.equinox.common", 2,
            "org.eclipse.equinox.event", 2,
            "org.eclipse.core.runtime", 4);

    private static final int DEFAULT_LEVEL = 4;

    private final Path product;
    private final List<OsgiBundle> bundles = new ArrayList<>();

    private Assembler(Path product) {
        this.product = product;
    }

    /**
     * Assembles the folder.
     *
     * @param arguments the folder with all jars, the folder to be made, and the files that are copied into it
     * @throws IOException if a file cannot be read or written, or a jar is not a bundle
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            throw new IllegalArgumentException("expected the folder with the jars and the folder to be made");
        }
        Assembler assembler = new Assembler(Path.of(arguments[1]));
        remove(assembler.product);
        assembler.takeBundles(Path.of(arguments[0]));
        assembler.configure();
        for (int i = 2; i < arguments.length; i++) {
            Path file = Path.of(arguments[i]);
            Files.copy(file, assembler.product.resolve(file.getFileName().toString()));
        }
        System.out.println(
                "Assembled " + assembler.bundles.size() + " bundles: " + assembler.product.resolve("soabench"));
    }

    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private void takeBundles(Path jars) throws IOException {
        Path plugins = Files.createDirectories(product.resolve("plugins"));
        Path features = Files.createDirectories(product.resolve("features"));
        List<Path> wrapped = new ArrayList<>();
        List<Path> sorted;
        try (Stream<Path> files = Files.list(jars)) {
            sorted = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        for (Path jar : sorted) {
            if (Wrapper.takes(jar)) {
                wrapped.add(jar);
                continue;
            }
            Optional<OsgiBundle> found = OsgiBundle.of(jar);
            if (found.isEmpty()) {
                Files.copy(jar, features.resolve(Feature.of(jar).fileName()));
                continue;
            }
            OsgiBundle bundle = found.get();
            Path target = plugins.resolve(bundle.fileName());
            Files.copy(jar, target);
            bundles.add(new OsgiBundle(bundle.name(), bundle.version(), target));
        }
        Path css = wrapped.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("batik-css-"))
                .findFirst()
                .orElseThrow(() -> new IOException("batik-css is missing in " + jars));
        String version = css.getFileName().toString().replaceAll("batik-css-|\\.jar", "");
        bundles.add(Wrapper.of(wrapped, version + ".0", plugins));
        bundles.sort(Comparator.comparing(OsgiBundle::name));
    }

    private OsgiBundle bundle(String name) throws IOException {
        return bundles.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException("the bundle " + name + " is missing"));
    }

    private void configure() throws IOException {
        Path configuration = Files.createDirectories(product.resolve("configuration"));
        Path list = configuration.resolve("org.eclipse.equinox.simpleconfigurator/bundles.info");
        Files.createDirectories(list.getParent());
        StringBuilder info = new StringBuilder("#encoding=UTF-8\n#version=1\n");
        for (OsgiBundle each : bundles) {
            info.append("%s,%s,plugins/%s,%d,%s%n"
                    .formatted(
                            each.name(),
                            each.version(),
                            each.file().getFileName(),
                            STARTED.getOrDefault(each.name(), DEFAULT_LEVEL),
                            STARTED.containsKey(each.name())));
        }
        Files.writeString(list, info);
        Map<String, String> names = Map.of(
                "@osgi@", bundle("org.eclipse.osgi").file().getFileName().toString(),
                "@configurator@",
                        bundle("org.eclipse.equinox.simpleconfigurator")
                                .file()
                                .getFileName()
                                .toString(),
                "@launcher@",
                        bundle("org.eclipse.equinox.launcher")
                                .file()
                                .getFileName()
                                .toString());
        Files.writeString(configuration.resolve("config.ini"), filled("config.ini", names));
        Path script = product.resolve("soabench");
        Files.writeString(script, filled("soabench.sh", names));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String filled(String template, Map<String, String> names) throws IOException {
        try (InputStream in = Assembler.class.getResourceAsStream(template)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, String> each : names.entrySet()) {
                text = text.replace(each.getKey(), each.getValue());
            }
            return text;
        }
    }
}
