package io.soabench.dsl.documents;

import com.google.inject.Inject;
import com.google.inject.Singleton;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.ProcessDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A cache of documents for several readings of a model, because an editor checks it after each key. An entry is
 * valid until one of its files changes. Documents with problems are read again each time, because a missing file
 * may have been added. Safe for use by several threads.
 */
@Singleton
final class DocumentCache {

    /** The greatest number of documents in the cache; an experiment has fewer. */
    private static final int MOST_DOCUMENTS = 100;

    /**
     * The source of a document.
     *
     * @param files the first is the document itself
     * @param accepted deviations from the standard that the reader accepts
     */
    private record Source(List<Path> files, Set<Leniency> accepted) {}

    /**
     * A document in the cache.
     *
     * @param stamps time and size by file
     */
    private record Kept(Object document, Map<Path, String> stamps) {}

    private final Map<Source, Kept> kept = new LinkedHashMap<>();

    @Inject
    DocumentCache() {}

    /** Returns a WSDL document with what it imports. */
    WsdlDefinitions wsdl(Path file) {
        return document(
                new Source(List.of(file), Set.of()),
                WsdlDefinitions.class,
                () -> WsdlDefinitions.contract(file),
                read -> read.problems().isEmpty() ? read.files() : List.of());
    }

    /** Returns a BPEL process with its WSDL documents, as read by an engine with these deviations. */
    ProcessDefinition process(Path bpel, List<Path> wsdls, Set<Leniency> accepted) {
        List<Path> all = new ArrayList<>(wsdls);
        all.add(0, bpel);
        Source key = new Source(all, accepted);
        return document(key, ProcessDefinition.class, () -> ProcessDefinition.load(bpel, wsdls, accepted), read -> {
            List<String> files = new ArrayList<>();
            if (read.problems().isEmpty()) {
                files.add(bpel.toString());
                files.addAll(read.wsdl().files());
            }
            return files;
        });
    }

    private synchronized <T> T document(
            Source key, Class<T> type, Supplier<T> reading, Function<T, List<String>> files) {
        Kept before = kept.get(key);
        if (before != null
                && type.isInstance(before.document())
                && before.stamps().equals(stamps(before.stamps().keySet()))) {
            return type.cast(before.document());
        }
        T read = reading.get();
        kept.remove(key);
        List<Path> paths = files.apply(read).stream().map(Path::of).toList();
        if (!paths.isEmpty()) {
            kept.put(key, new Kept(read, stamps(paths)));
        }
        if (kept.size() > MOST_DOCUMENTS) {
            kept.remove(kept.keySet().iterator().next());
        }
        return read;
    }

    private static Map<Path, String> stamps(Iterable<Path> files) {
        Map<Path, String> stamps = new TreeMap<>();
        for (Path file : files) {
            try {
                stamps.put(file, Files.getLastModifiedTime(file) + " " + Files.size(file));
            } catch (IOException e) {
                stamps.put(file, "unreadable");
            }
        }
        return stamps;
    }
}
