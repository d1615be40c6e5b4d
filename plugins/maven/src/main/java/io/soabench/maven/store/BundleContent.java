package io.soabench.maven.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The unpacked content of a bundle, whose checksums agree.
 *
 * @param folder root of the bundle, which has the model, the run and the checksums
 */
public record BundleContent(Path folder) {

    /**
     * Unpacks a bundle and compares each file with its checksum.
     *
     * @param bundle a zip file that {@link RunBundle} made
     * @param into an empty folder
     * @throws StoreRefused when it is not a bundle, or a file is missing, added or changed
     */
    public static BundleContent unpack(Path bundle, Path into) throws IOException {
        if (!Files.isRegularFile(bundle)) {
            throw new StoreRefused("there is no file " + bundle + "; -Dbundle names the zip file of a run");
        }
        try (ZipFile zip = new ZipFile(bundle.toFile(), StandardCharsets.UTF_8)) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry next = entries.nextElement();
                Path file = into.resolve(next.getName()).normalize();
                if (!file.startsWith(into) || file.equals(into)) {
                    throw new StoreRefused(bundle + " has the path \"" + next.getName()
                            + "\", which leads out of its folder; it is no bundle of this tool");
                }
                if (!next.isDirectory()) {
                    Files.createDirectories(file.getParent());
                    try (InputStream in = zip.getInputStream(next)) {
                        Files.copy(in, file);
                    }
                }
            }
        } catch (ZipException e) {
            throw new StoreRefused(bundle + " is no zip file (" + e.getMessage() + "); name a bundle of a run", e);
        }
        return verified(bundle, root(bundle, into));
    }

    /** Returns the one folder that has the checksums. */
    private static Path root(Path bundle, Path into) throws IOException {
        try (Stream<Path> entries = Files.list(into)) {
            return entries.filter(entry -> Files.isRegularFile(entry.resolve(FileSums.NAME)))
                    .findFirst()
                    .orElseThrow(() -> new StoreRefused(
                            bundle + " has no file " + FileSums.NAME + " in its folder; name a bundle of a run"));
        }
    }

    private static BundleContent verified(Path bundle, Path root) throws IOException {
        FileSums expected = FileSums.read(Files.readString(root.resolve(FileSums.NAME)));
        Optional<String> different = FileSums.of(root, Set.of(FileSums.NAME)).firstDifference(expected);
        if (different.isPresent()) {
            throw new StoreRefused("in " + bundle + " the file " + different.get() + " does not agree with "
                    + FileSums.NAME + "; get the bundle once more from its source");
        }
        BundleContent content = new BundleContent(root);
        for (Path file : new Path[] {content.run().resolve(RunFiles.RUN), content.testbed()}) {
            if (!Files.isRegularFile(file)) {
                throw new StoreRefused(bundle + " has no file " + root.relativize(file) + "; name a bundle of a run");
            }
        }
        return content;
    }

    /** Returns the folder of the run. */
    public Path run() {
        return folder.resolve(RunBundle.RUN);
    }

    /**
     * Returns the model file that was run.
     *
     * @throws StoreRefused when the description of the bundle does not name it
     */
    public Path testbed() {
        Path crate = folder.resolve(BundleTexts.CRATE);
        try {
            for (JsonNode entity :
                    Json.parse(Files.readString(crate), JsonNode.class).path("@graph")) {
                if (entity.path("@id").asText().equals("#run")) {
                    String address = entity.at("/object/@id").asText();
                    // Addresses have %20 for a blank; a plus sign is itself.
                    String path = URLDecoder.decode(address.replace("+", "%2B"), StandardCharsets.UTF_8);
                    Path file = folder.resolve(path).normalize();
                    if (file.startsWith(folder.resolve(RunBundle.MODEL))) {
                        return file;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + crate + ": " + e.getMessage(), e);
        }
        throw new StoreRefused(crate + " does not name the model that was run; name a bundle of a run");
    }
}
