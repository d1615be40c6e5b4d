package io.soabench.start;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import io.soabench.contracts.wsdl.UsedNamespaces;
import io.soabench.contracts.wsdl.Wsdl;
import io.soabench.engine.bpel.syntax.Bpel;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document with everything that it imports or includes, directly or indirectly. A folder with these documents
 * stands alone. A document that is missing at its address is searched near the first one, by its name or its
 * namespace.
 */
final class SourceDocuments {

    private static final Pattern STYLESHEET =
            Pattern.compile("doXslTransform\\s*\\(\\s*(?:'([^']+)'|\"([^\"]+)\"|&quot;([^&]+)&quot;)");

    /** The element of a reference that no document makes yet. */
    private static final String ADDED = "+";

    private static final Pattern PROCESS = Pattern.compile("<(?:[\\w.-]+:)?process\\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>");
    private static final Pattern EXTENSIONS = Pattern.compile("</(?:[\\w.-]+:)?extensions\\s*>");

    private final NearbyDocuments neighbourhood;
    private final List<String> notes;
    private final Map<Path, byte[]> contents = new LinkedHashMap<>();
    private final List<Reference> references = new ArrayList<>();

    /**
     * A reference to another document.
     *
     * @param from the document that contains it
     * @param element the name of its element as written, with prefix
     * @param written the location as written; empty: none
     * @param namespace the imported namespace
     * @param target the referenced document
     */
    private record Reference(Path from, String element, String written, String namespace, Path target) {}

    private SourceDocuments(NearbyDocuments neighbourhood, List<String> notes) {
        this.neighbourhood = neighbourhood;
        this.notes = notes;
    }

    /** Returns the document and all documents that it needs. */
    static SourceDocuments of(Path first, List<String> notes) throws IOException {
        SourceDocuments documents = new SourceDocuments(new NearbyDocuments(first), notes);
        documents.add(first);
        return documents;
    }

    /** Adds another document and all documents that it needs. */
    void add(Path file) throws IOException {
        if (contents.containsKey(file)) {
            return;
        }
        byte[] content = Files.readAllBytes(file);
        contents.put(file, content);
        Optional<XmlElement> root = XmlReading.read(file.toString(), content, new Problems());
        if (root.isPresent()) {
            follow(file, root.get(), UsedNamespaces.in(root.get()));
            stylesheets(file, content);
        }
    }

    private void follow(Path from, XmlElement element, Set<String> used) throws IOException {
        Optional<String> attribute = locating(element);
        if (attribute.isPresent()) {
            refer(from, element, attribute.get(), used);
        }
        for (XmlElement child : element.elements().toList()) {
            follow(from, child, used);
        }
    }

    /** Returns the attribute with the location of a document; empty when the element refers to none. */
    private static Optional<String> locating(XmlElement element) {
        String name = element.localName();
        if (element.namespace().equals(Wsdl.SCHEMA)) {
            return name.equals("import") || name.equals("include") || name.equals("redefine")
                    ? Optional.of("schemaLocation")
                    : Optional.empty();
        }
        boolean documents = element.namespace().equals(Wsdl.NAMESPACE)
                || (element.namespace().equals(Bpel.NAMESPACE) && isDocument(element));
        return documents && name.equals("import") ? Optional.of("location") : Optional.empty();
    }

    /** Returns whether a process imports a WSDL document or a schema, and not, for example, a class of its engine. */
    private static boolean isDocument(XmlElement element) {
        return element.attribute("importType")
                .map(type -> type.equals(Bpel.IMPORT_WSDL) || type.equals(Bpel.IMPORT_SCHEMA))
                .orElse(true);
    }

    private void refer(Path from, XmlElement element, String attribute, Set<String> used) throws IOException {
        String written = element.attribute(attribute).orElse("").strip();
        String namespace = element.attribute("namespace").orElse("");
        boolean schema = element.namespace().equals(Wsdl.SCHEMA);
        if (StandardDocuments.name(written).isPresent()
                || StandardDocuments.isBuiltIn(written)
                || (written.isEmpty() && (schema || namespace.isEmpty()))) {
            return;
        }
        Optional<Path> place = local(from, written);
        Optional<Path> found = place.filter(Files::isRegularFile);
        if (found.isEmpty()) {
            found = near(from, written, namespace, schema);
            String wanted = written.isEmpty() ? "no location for namespace " + namespace : "\"" + written + "\"";
            String where = from.getFileName() + " imports " + wanted;
            if (found.isEmpty() && schema && !Documents.isLocal(written) && !used.contains(namespace)) {
                return; // Nothing uses the import, so no document is missing.
            }
            notes.add(
                    found.isPresent()
                            ? where + (place.isPresent() && !written.isEmpty() ? ", which is not there" : "") + "; "
                                    + neighbourhood.shown(found.get()) + " was taken"
                            : where + (place.isPresent() && !written.isEmpty() ? ", which is not there" : "")
                                    + ", and no such document is near; put it there");
        }
        if (found.isPresent()) {
            String tag = element.name().getPrefix().isEmpty()
                    ? element.localName()
                    : element.name().getPrefix() + ":" + element.localName();
            references.add(new Reference(from, tag, written, namespace, found.get()));
            add(found.get());
        }
    }

    /**
     * Returns the document near the first one that a reference may mean: by a catalog, by its name, by its
     * namespace.
     */
    private Optional<Path> near(Path from, String written, String namespace, boolean schema) throws IOException {
        Optional<Path> found = Optional.empty();
        if (!written.isEmpty()) {
            Optional<Path> catalogued = new XmlCatalog(from, notes).file(written, namespace);
            found = catalogued.isPresent() ? catalogued : neighbourhood.named(last(written));
        }
        if (found.isPresent() || namespace.isEmpty()) {
            return found;
        }
        return neighbourhood.withNamespace(
                namespace,
                file -> !file.equals(from) && (!schema || file.toString().endsWith(".xsd")));
    }

    /** Returns the file that a location means; empty when it is on the network, or nothing. */
    private static Optional<Path> local(Path from, String written) {
        if (written.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(written.replace(" ", "%20").replace('\\', '/'));
            if (uri.getScheme() != null && !uri.getScheme().equals("file")) {
                return Optional.empty();
            }
            String path = uri.getPath() == null ? uri.getSchemeSpecificPart() : uri.getPath();
            return Optional.of(from.resolveSibling(path).normalize());
        } catch (URISyntaxException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static String last(String written) {
        String path = written.replace('\\', '/').replaceFirst("[?#].*$", "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Adds the style sheets that expressions of a process name. */
    private void stylesheets(Path from, byte[] content) throws IOException {
        Matcher call = STYLESHEET.matcher(DocumentText.of(content).decoded());
        while (call.find()) {
            String name = call.group(1) != null ? call.group(1) : call.group(2) != null ? call.group(2) : call.group(3);
            Optional<Path> file = local(from, name).filter(Files::isRegularFile);
            if (file.isPresent() && !contents.containsKey(file.get())) {
                contents.put(file.get(), Files.readAllBytes(file.get()));
            }
        }
    }

    /**
     * Lets a process import the document near it that has a namespace, which it does not import so far.
     *
     * @return false when there is no such document, or it is imported already
     */
    boolean importInto(Path process, String namespace) throws IOException {
        Optional<Path> found = neighbourhood.withNamespace(namespace, file -> true);
        boolean known = references.stream()
                .anyMatch(each -> each.from().equals(process)
                        && Optional.of(each.target()).equals(found));
        if (found.isEmpty() || known) {
            return false;
        }
        notes.add(process.getFileName() + " uses namespace " + namespace + " and does not import it; "
                + neighbourhood.shown(found.get()) + " was imported");
        add(found.get());
        references.add(new Reference(process, ADDED, "", namespace, found.get()));
        return true;
    }

    /** Returns whether a document is among these. */
    boolean has(Path file) {
        return contents.containsKey(file);
    }

    /** Returns other WSDL documents near the first one, sorted. */
    List<Path> neighbours() throws IOException {
        return neighbourhood.all().stream()
                .filter(file -> file.toString().endsWith(".wsdl") && !contents.containsKey(file))
                .toList();
    }

    /** Returns the name of a document in the draft. */
    String name(Path file) {
        return common().relativize(file).toString().replace('\\', '/');
    }

    private Path common() {
        Path common = null;
        for (Path each : contents.keySet()) {
            common = common == null ? each.getParent() : common(common, each);
        }
        return common;
    }

    private static Path common(Path folder, Path file) {
        Path above = folder;
        while (!file.startsWith(above)) {
            above = above.getParent();
        }
        return above;
    }

    /**
     * Writes copies, as they stand to each other now. A location that leads elsewhere, or nowhere, is corrected in the copy.
     *
     * @param below the folder in the draft
     */
    void copyTo(TestbedDraft draft, String below) throws IOException {
        for (Map.Entry<Path, byte[]> each : contents.entrySet()) {
            byte[] content = each.getValue();
            for (Reference reference : references) {
                if (reference.from().equals(each.getKey())) {
                    content = corrected(content, reference);
                }
            }
            draft.bytes(below + "/" + name(each.getKey()), content);
        }
    }

    /** Returns a sentence about copies in a draft, and about places beside them, as one about their originals. */
    String original(String sentence, TestbedDraft draft, String below) {
        Path copies = draft.folder().resolve(below);
        String result = sentence.replace(inside(copies), inside(common()));
        Path above = common().getParent();
        return above == null || above.getParent() == null
                ? result
                : result.replace(inside(copies.getParent()), inside(above));
    }

    private static String inside(Path folder) {
        return folder + folder.getFileSystem().getSeparator();
    }

    private static byte[] corrected(byte[] content, Reference reference) {
        if (reference.element().equals(ADDED)) {
            return withImport(content, reference);
        }
        Path from = reference.from();
        String relative =
                from.getParent().relativize(reference.target()).toString().replace('\\', '/');
        Optional<Path> located = local(from, reference.written());
        boolean absolute =
                reference.written().startsWith("/") || reference.written().startsWith("file:");
        if (!absolute && located.isPresent() && located.get().equals(reference.target())) {
            return content;
        }
        DocumentText document = DocumentText.of(content);
        String text = document.text();
        String escaped = Matcher.quoteReplacement(escaped(relative));
        String tag = Pattern.quote(reference.element());
        String corrected;
        if (reference.written().isEmpty()) {
            corrected = text.replaceFirst(
                    "(<" + tag + "\\b(?=[^>]*\\bnamespace\\s*=\\s*[\"']" + Pattern.quote(reference.namespace())
                            + "[\"'])(?![^>]*\\b(?:location|schemaLocation)\\s*=\\s*[\"'][^\"'])[^>]*?)(\\s*/?>)",
                    "$1 location=\"" + escaped + "\"$2");
        } else {
            String written = document.written(reference.written().replace("&", "&amp;"));
            corrected = text.replaceAll(
                    "(<" + tag + "\\b[^>]*?\\b(?:location|schemaLocation)\\s*=\\s*)([\"'])\\s*" + Pattern.quote(written)
                            + "\\s*\\2",
                    "$1$2" + escaped + "$2");
        }
        return document.bytes(corrected);
    }

    /**
     * Returns a document with an import added after extensions, or else after the start tag of the process. BPEL
     * expects imports there.
     */
    private static byte[] withImport(byte[] content, Reference reference) {
        DocumentText document = DocumentText.of(content);
        String text = document.text();
        Matcher root = PROCESS.matcher(text);
        if (!root.find()) {
            return content;
        }
        Matcher extensions = EXTENSIONS.matcher(text);
        int at = extensions.find() ? extensions.end() : root.end();
        boolean wsdl = reference.target().toString().endsWith(".wsdl");
        String location =
                reference.from().getParent().relativize(reference.target()).toString();
        String added = "\n  <import xmlns=\"" + Bpel.NAMESPACE + "\" namespace=\""
                + IndentedXml.escaped(reference.namespace()) + "\" location=\"" + escaped(location.replace('\\', '/'))
                + "\" importType=\"" + (wsdl ? Bpel.IMPORT_WSDL : Bpel.IMPORT_SCHEMA) + "\"/>";
        return document.bytes(text.substring(0, at) + added + text.substring(at));
    }

    private static String escaped(String path) {
        try {
            return new URI(null, null, path, null)
                    .toASCIIString()
                    .replace("&", "&amp;")
                    .replace("'", "&apos;");
        } catch (URISyntaxException e) {
            return path;
        }
    }
}
