package io.soabench.driver.run;

import io.soabench.plugin.MetricSource;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** A finder of the released artifact of a class or file, by the description in its jar. */
public final class ArtifactOrigin {

    private static final String DESCRIPTION = "META-INF/maven/.+/pom\\.properties";

    private ArtifactOrigin() {}

    /**
     * Returns the artifact of a plug-in.
     *
     * @return {@code groupId:artifactId:version}; of a jar that Maven did not make its name and
     *     {@code Implementation-Version}; for classes that are in no jar, their folder
     */
    public static String of(Class<?> plugin) {
        CodeSource source = plugin.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return "the Java platform";
        }
        try {
            return of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return source.getLocation().toString();
        }
    }

    /** Returns the same of one entry of a class path. */
    static String of(Path entry) {
        if (!Files.isRegularFile(entry)) {
            return entry.toString();
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            Optional<String> coordinates = coordinates(jar, entry);
            if (coordinates.isPresent()) {
                return coordinates.get();
            }
            String version = jar.getManifest() == null
                    ? null
                    : jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return entry.getFileName() + (version == null ? "" : " (" + version + ")");
        } catch (IOException e) {
            return entry.getFileName().toString();
        }
    }

    /** Returns the coordinates of a jar. A jar into which others were packed has their descriptions, too; its own has the name of the jar. */
    private static Optional<String> coordinates(JarFile jar, Path entry) throws IOException {
        List<JarEntry> descriptions = jar.stream()
                .filter(each -> each.getName().matches(DESCRIPTION))
                .sorted(Comparator.comparing(JarEntry::getName))
                .toList();
        for (JarEntry description : descriptions) {
            Properties properties = new Properties();
            try (InputStream in = jar.getInputStream(description)) {
                properties.load(in);
            }
            String artifact = properties.getProperty("artifactId", "");
            if (descriptions.size() == 1 || entry.getFileName().toString().startsWith(artifact + "-")) {
                return Optional.of(
                        properties.getProperty("groupId") + ":" + artifact + ":" + properties.getProperty("version"));
            }
        }
        return Optional.empty();
    }

    /** Returns the artifacts of metric sources, by class. */
    public static Map<String, String> ofSources(List<MetricSource> sources) {
        Map<String, String> origins = new TreeMap<>();
        sources.forEach(source -> origins.put(source.getClass().getName(), of(source.getClass())));
        return origins;
    }

    /** Returns the artifacts of some plug-ins, by name. */
    static Map<String, String> of(Map<String, ?> plugins) {
        Map<String, String> origins = new TreeMap<>();
        plugins.forEach((name, plugin) -> origins.put(name, of(ServerTypes.written(plugin))));
        return origins;
    }
}
