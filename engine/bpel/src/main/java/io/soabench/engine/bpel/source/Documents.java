package io.soabench.engine.bpel.source;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The documents a process may refer to: files, or entries held in memory. References are resolved against the document
 * that makes them; nothing is ever read from a network. Documents are read at most once. Not thread-safe.
 */
public final class Documents {
    private final Map<String, byte[]> entries;
    private final Map<String, Optional<XmlElement>> read = new LinkedHashMap<>();

    private Documents(Map<String, byte[]> entries) {
        this.entries = entries;
    }

    /** Documents on disk, named by their path. */
    public static Documents onDisk() {
        return new Documents(null);
    }

    /** Documents in memory, named by {@code /}-separated names such as those of a zip file. */
    public static Documents inMemory(Map<String, byte[]> entries) {
        Map<String, byte[]> normal = new TreeMap<>();
        entries.forEach((name, content) -> normal.put(normalEntry(name), content.clone()));
        return new Documents(normal);
    }

    /** The name under which a file on disk is known here. */
    public static String name(Path file) {
        return file.normalize().toString();
    }

    /** The names of all entries in memory, sorted; nothing for documents on disk. */
    public Iterable<String> names() {
        return entries == null ? List.of() : entries.keySet();
    }

    /**
     * Resolves a reference made by a document.
     *
     * @return the name of the document referred to; empty after a problem has been added at {@code place}
     */
    public Optional<String> resolve(String from, String reference, Location place, Problems problems) {
        String text = reference.strip();
        URI uri;
        try {
            uri = new URI(text.replace(" ", "%20"));
        } catch (URISyntaxException e) {
            problems.add("XML-IMPORT", place, "'" + text + "' is not a file name or relative URI");
            return Optional.empty();
        }
        if (uri.getScheme() != null && !uri.getScheme().equals("file")) {
            problems.add(
                    "XML-REMOTE",
                    place,
                    "'" + text + "' is not on this machine and is not fetched; save a copy beside '" + from
                            + "' and refer to it by a relative name");
            return Optional.empty();
        }
        String path = uri.getPath() == null ? uri.getSchemeSpecificPart() : uri.getPath();
        String name = entries == null ? onDisk(from, path) : inMemory(from, path);
        if (content(name).isEmpty()) {
            problems.add("XML-MISSING", place, "'" + text + "' is not found; looked for '" + name + "'");
            return Optional.empty();
        }
        return Optional.of(name);
    }

    private static String onDisk(String from, String path) {
        Path base = Path.of(from);
        Path sibling = base.resolveSibling(path);
        return name(sibling);
    }

    private static String inMemory(String from, String path) {
        int slash = from.lastIndexOf('/');
        return normalEntry(path.startsWith("/") ? path.substring(1) : from.substring(0, slash + 1) + path);
    }

    private static String normalEntry(String name) {
        ArrayDeque<String> parts = new ArrayDeque<>();
        for (String part : name.replace('\\', '/').split("/", -1)) {
            if (part.equals("..") && !parts.isEmpty() && !parts.peekLast().equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }

    /** The bytes of a document, if there is one of that name that can be read. */
    public Optional<byte[]> content(String name) {
        if (entries != null) {
            return Optional.ofNullable(entries.get(normalEntry(name))).map(byte[]::clone);
        }
        try {
            Path file = Path.of(name);
            return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads a document, once.
     *
     * @return its root element; empty after a problem has been added (on the first read only)
     */
    public Optional<XmlElement> document(String name, Problems problems) {
        Optional<XmlElement> known = read.get(name);
        if (known != null) {
            return known;
        }
        Optional<byte[]> content = content(name);
        Optional<XmlElement> root;
        if (content.isPresent()) {
            root = XmlReading.read(name, content.get(), problems);
        } else {
            problems.add("XML-MISSING", Location.of(name), "'" + name + "' is not found or cannot be read");
            root = Optional.empty();
        }
        read.put(name, root);
        return root;
    }
}
