package io.soabench.eclipse.product;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * An OSGi bundle.
 *
 * @param name its symbolic name
 * @param version with its qualifier
 * @param file where it lies
 */
record OsgiBundle(String name, String version, Path file) {

    /** Returns the bundle in a jar; empty if the jar is none. */
    static Optional<OsgiBundle> of(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            if (manifest == null) {
                return Optional.empty();
            }
            Attributes attributes = manifest.getMainAttributes();
            String name = attributes.getValue("Bundle-SymbolicName");
            if (name == null) {
                return Optional.empty();
            }
            String version = attributes.getValue("Bundle-Version");
            return Optional.of(
                    new OsgiBundle(name.replaceAll(";.*", "").trim(), version == null ? "0.0.0" : version.trim(), jar));
        }
    }

    /** Returns the name of its file in an installation. */
    String fileName() {
        return name + "_" + version + ".jar";
    }
}
