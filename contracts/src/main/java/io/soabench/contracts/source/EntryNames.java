package io.soabench.contracts.source;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The names of an archive's entries, and which of them a reference in one of them means. Immutable.
 *
 * <p>Locations are hints (WS-BPEL 2.0, section 5.4), and archives are often packed flatter or deeper than the folders in which their documents
 * were written. A reference means the entry in that place. If there is none, or the place is outside of the archive, it means the entry with
 * the rest of the path from the archive's root. Else it means every entry with that file name.
 */
public final class EntryNames {
    private final TreeSet<String> names = new TreeSet<>();

    /** Creates the set of entries with these {@code /}-separated names. */
    public EntryNames(Collection<String> names) {
        names.forEach(name -> this.names.add(normal(name)));
    }

    /**
     * Returns the entries that a reference may mean.
     *
     * @param from name of the entry with the reference
     * @param reference a relative or {@code file:} URI
     * @return one name; none when there is no such entry; several when only the file name is the same; sorted
     */
    public List<String> referred(String from, String reference) {
        try {
            URI uri = uri(reference);
            return isLocal(uri) ? find(from, path(uri)) : List.of();
        } catch (URISyntaxException e) {
            // A malformed reference names no entry.
            return List.of();
        }
    }

    static URI uri(String reference) throws URISyntaxException {
        return new URI(reference.strip().replace(" ", "%20"));
    }

    static boolean isLocal(URI uri) {
        return uri.getScheme() == null || uri.getScheme().equals("file");
    }

    static String path(URI uri) {
        return uri.getPath() == null ? uri.getSchemeSpecificPart() : uri.getPath();
    }

    List<String> find(String from, String path) {
        String place = place(from, path);
        if (names.contains(place)) {
            return List.of(place);
        }
        String rest = normal(path);
        while (rest.startsWith("../")) {
            rest = rest.substring("../".length());
        }
        if (names.contains(rest)) {
            return List.of(rest);
        }
        String file = rest.substring(rest.lastIndexOf('/') + 1);
        return names.stream()
                .filter(name -> name.equals(file) || name.endsWith("/" + file))
                .toList();
    }

    /** Returns the name that a path has as it is written, whether there is such an entry or not. */
    static String place(String from, String path) {
        int slash = from.lastIndexOf('/');
        return normal(path.startsWith("/") ? path : from.substring(0, slash + 1) + path);
    }

    static String normal(String name) {
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
}
