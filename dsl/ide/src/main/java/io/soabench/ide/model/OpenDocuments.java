package io.soabench.ide.model;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The files that are open in the editor, by path. Safe for use by several threads. */
public final class OpenDocuments {

    private static final String ENDING = ".testbed";

    private final Map<Path, String> texts = new ConcurrentHashMap<>();
    private final Map<Path, String> addresses = new ConcurrentHashMap<>();
    private final AtomicLong edition = new AtomicLong();

    /**
     * Returns the path of a file that the editor names. For a document without a file, it is the path that a file
     * of that name would have.
     */
    public static Path path(String address) {
        try {
            URI uri = URI.create(address);
            if ("file".equals(uri.getScheme())) {
                return Path.of(uri).toAbsolutePath().normalize();
            }
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            // An address without a file gets the name below.
        }
        String name = address.replaceAll("[^A-Za-z0-9._-]", "-");
        return Path.of(name.endsWith(ENDING) ? name : name + ENDING)
                .toAbsolutePath()
                .normalize();
    }

    /** Returns whether a file has the name of a model. */
    public static boolean isModel(Path file) {
        return file.toString().endsWith(ENDING);
    }

    /** Notes the text of an open document, which replaces the content on disk. */
    public void put(String address, String text) {
        Path path = path(address);
        addresses.put(path, address);
        texts.put(path, text);
        edition.incrementAndGet();
    }

    /** Removes an open document. From now on, its content on disk counts. */
    public void remove(String address) {
        texts.remove(path(address));
        edition.incrementAndGet();
    }

    /** Notes that files on disk have changed. */
    public void changed() {
        edition.incrementAndGet();
    }

    /** Returns a number that grows with every change. */
    public long edition() {
        return edition.get();
    }

    /** Returns the address by which the editor knows a file. */
    public String address(Path file) {
        return addresses.getOrDefault(file, file.toUri().toString());
    }

    /** Returns the models that are open. */
    public List<Path> models() {
        return texts.keySet().stream().filter(OpenDocuments::isModel).sorted().toList();
    }

    /** Returns the texts of the models that are open. */
    public Map<Path, String> unsaved() {
        Map<Path, String> models = new ConcurrentHashMap<>(texts);
        models.keySet().removeIf(file -> !isModel(file));
        return Map.copyOf(models);
    }

    /** Returns the text of a file, in the editor or else on disk; empty if it cannot be read. */
    public Optional<String> text(Path file) {
        String open = texts.get(file);
        if (open != null) {
            return Optional.of(open);
        }
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
