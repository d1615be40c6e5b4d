package io.soabench.eclipse.product;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The bundle {@value #NAME}, under which the workbench looks for its parser of style sheets. Apache publishes the
 * parts of Batik as plain jars. They become the class path of this bundle, unchanged.
 */
final class Wrapper {

    static final String NAME = "org.apache.batik.css";

    private Wrapper() {}

    /** Returns whether a jar belongs to this bundle. */
    static boolean takes(Path jar) {
        String name = jar.getFileName().toString();
        return name.startsWith("batik-") || name.startsWith("xmlgraphics-commons-") || name.startsWith("xml-apis-ext-");
    }

    /** Makes the bundle. */
    static OsgiBundle of(List<Path> jars, String version, Path folder) throws IOException {
        List<Path> sorted = new ArrayList<>(jars);
        sorted.sort(Comparator.naturalOrder());
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-Name", "Apache Batik CSS");
        attributes.putValue("Bundle-SymbolicName", NAME);
        attributes.putValue("Bundle-Version", version);
        attributes.putValue("Bundle-Vendor", "Apache Software Foundation");
        attributes.putValue(
                "Bundle-ClassPath",
                String.join(
                        ",",
                        sorted.stream().map(jar -> jar.getFileName().toString()).toList()));
        attributes.putValue("Export-Package", String.join(",", packages(sorted, version)));
        OsgiBundle bundle = new OsgiBundle(NAME, version, folder.resolve(NAME + "_" + version + ".jar"));
        try (OutputStream out = Files.newOutputStream(bundle.file());
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Path each : sorted) {
                JarEntry entry = new JarEntry(each.getFileName().toString());
                entry.setTime(0);
                jar.putNextEntry(entry);
                Files.copy(each, jar);
                jar.closeEntry();
            }
        }
        return bundle;
    }

    /** Returns the packages of the jars; those of the style sheet interface with the version of its standard. */
    private static NavigableSet<String> packages(List<Path> jars, String version) throws IOException {
        NavigableSet<String> packages = new TreeSet<>();
        for (Path each : jars) {
            try (JarFile jar = new JarFile(each.toFile())) {
                jar.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && name.contains("/"))
                        .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                        .map(name ->
                                name + ";version=\"" + (name.startsWith("org.w3c.css.sac") ? "1.3.0" : version) + "\"")
                        .forEach(packages::add);
            }
        }
        return packages;
    }
}
