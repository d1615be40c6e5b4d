package io.soabench.start;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.catalog.Catalog;
import javax.xml.catalog.CatalogException;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogManager;

/**
 * The OASIS XML catalog {@code catalog.xml} in the folder of a document, or in the folder above. It maps addresses
 * to files. A catalog that names other catalogs is not used, because these could be on the network.
 */
final class XmlCatalog {

    private static final String NAME = "catalog.xml";
    private static final Pattern OTHER_CATALOGS = Pattern.compile("<(?:[\\w.-]+:)?(?:nextCatalog|delegate\\w+)\\b");

    private final Path document;
    private final List<String> notes;

    /**
     * Creates the catalog for the references of a document. {@code notes} gets a sentence when the catalog cannot
     * be used.
     */
    XmlCatalog(Path document, List<String> notes) {
        this.document = document;
        this.notes = notes;
    }

    /** Returns the file that stands for a location, or else for a namespace. */
    Optional<Path> file(String location, String namespace) throws IOException {
        Path folder = document.getParent();
        for (Path each : folder.getParent() == null ? List.of(folder) : List.of(folder, folder.getParent())) {
            Path catalog = each.resolve(NAME);
            if (Files.isRegularFile(catalog)) {
                return find(catalog, location, namespace);
            }
        }
        return Optional.empty();
    }

    private Optional<Path> find(Path file, String location, String namespace) throws IOException {
        if (OTHER_CATALOGS
                .matcher(DocumentText.of(Files.readAllBytes(file)).text())
                .find()) {
            note(NAME + " names other catalogs and was not used; write the entries that are needed into it");
            return Optional.empty();
        }
        try {
            Catalog catalog = CatalogManager.catalog(CatalogFeatures.defaults(), file.toUri());
            Stream<Function<String, String>> ways = Stream.of(catalog::matchSystem, catalog::matchURI);
            Stream<String> targets = Stream.concat(
                    ways.map(way -> way.apply(location)),
                    namespace.isEmpty() ? Stream.empty() : Stream.of(catalog.matchURI(namespace)));
            return targets.filter(target -> target != null)
                    .map(XmlCatalog::local)
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (CatalogException e) {
            note(NAME + " is no XML catalog and was not used (" + e.getMessage() + ")");
            return Optional.empty();
        }
    }

    private void note(String sentence) {
        if (!notes.contains(sentence)) {
            notes.add(sentence);
        }
    }

    private static Optional<Path> local(String target) {
        try {
            URI uri = URI.create(target);
            return "file".equals(uri.getScheme())
                    ? Optional.of(Path.of(uri).normalize()).filter(Files::isRegularFile)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
