package io.soabench.contracts.source;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The documents a process may refer to: files, or entries held in memory. References are resolved against the document that makes them, in
 * memory by {@link EntryNames}; nothing is ever read from a network, but see {@link StandardDocuments}. Documents are read at most once. Not
 * thread-safe.
 */
public final class Documents {
    private final Map<String, byte[]> entries;
    private final EntryNames names;
    private final Map<String, Optional<XmlElement>> read = new LinkedHashMap<>();

    private Documents(Map<String, byte[]> entries) {
        this.entries = entries;
        this.names = entries == null ? null : new EntryNames(entries.keySet());
    }

    /** Returns documents on disk, named by their path. */
    public static Documents onDisk() {
        return new Documents(null);
    }

    /** Returns documents in memory, named by {@code /}-separated names such as those of a zip file. */
    public static Documents inMemory(Map<String, byte[]> entries) {
        Map<String, byte[]> normal = new TreeMap<>();
        entries.forEach((name, content) -> normal.put(EntryNames.normal(name), content.clone()));
        return new Documents(normal);
    }

    /** Returns the name under which a file on disk is known here. */
    public static String name(Path file) {
        return file.normalize().toString();
    }

    /** Returns the names of all entries in memory, sorted; nothing for documents on disk. */
    public Iterable<String> names() {
        return entries == null ? List.of() : entries.keySet();
    }

    /** Returns true unless a reference is an address on the network. */
    public static boolean isLocal(String reference) {
        try {
            return StandardDocuments.name(reference.strip()).isPresent()
                    || EntryNames.isLocal(EntryNames.uri(reference));
        } catch (URISyntaxException e) {
            return true; // The code that reads the reference reports the mistake.
        }
    }

    /**
     * Resolves a reference made by a document.
     *
     * @return the name of the document referred to; empty after a problem has been added at {@code place}
     */
    public Optional<String> resolve(String from, String reference, Location place, Problems problems) {
        String text = reference.strip();
        Optional<String> standard = StandardDocuments.name(text);
        if (standard.isPresent()) {
            return standard;
        }
        URI uri;
        try {
            uri = EntryNames.uri(text);
        } catch (URISyntaxException e) {
            problems.add("XML-IMPORT", place, "'" + text + "' is not a file name or relative URI");
            return Optional.empty();
        }
        if (!EntryNames.isLocal(uri)) {
            problems.add(
                    "XML-REMOTE",
                    place,
                    "'" + text + "' is not on this machine and is not fetched; save a copy beside '" + from
                            + "' and refer to it by a relative name");
            return Optional.empty();
        }
        String path = EntryNames.path(uri);
        return entries == null ? onDisk(from, path, place, problems) : inMemory(from, path, place, problems);
    }

    private Optional<String> onDisk(String from, String path, Location place, Problems problems) {
        String name = name(Path.of(from).resolveSibling(path));
        if (content(name).isEmpty()) {
            missing(path, name, place, problems);
            return Optional.empty();
        }
        return Optional.of(name);
    }

    private Optional<String> inMemory(String from, String path, Location place, Problems problems) {
        List<String> found = names.find(from, path);
        if (found.isEmpty()) {
            missing(path, EntryNames.place(from, path), place, problems);
        } else if (found.size() > 1) {
            problems.add(
                    "XML-AMBIGUOUS",
                    place,
                    "'" + path + "' may mean any of " + found + "; give the path from '" + from + "' to one of them");
        }
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static void missing(String path, String name, Location place, Problems problems) {
        problems.add("XML-MISSING", place, "'" + path + "' is not found; looked for '" + name + "'");
    }

    /** Returns the bytes of a document, if there is one of that name that can be read. */
    public Optional<byte[]> content(String name) {
        Optional<byte[]> standard = StandardDocuments.content(name);
        if (standard.isPresent()) {
            return standard;
        }
        if (entries != null) {
            return Optional.ofNullable(entries.get(EntryNames.normal(name))).map(byte[]::clone);
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
