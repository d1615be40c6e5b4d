package io.soabench.start;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names that the language allows, each used once. */
final class UniqueNames {

    /** Keywords that are not names; a test holds them against the grammar. */
    static final Set<String> RESERVED = Set.of(
            "type",
            "from",
            "to",
            "on",
            "of",
            "in",
            "at",
            "for",
            "as",
            "with",
            "new",
            "instance",
            "after",
            "event",
            "processes",
            "services",
            "servers",
            "engines",
            "hosts",
            "workloads",
            "aa",
            "answers");

    /** Files and folders are named after elements, too, and no file system takes a name of more than 255 bytes. */
    private static final int LONGEST = 80;

    private final Set<String> taken = new HashSet<>();

    /** Keeps names from being given. */
    UniqueNames(String... taken) {
        for (String name : taken) {
            this.taken.add(name.toLowerCase(Locale.ROOT));
        }
    }

    /**
     * Returns a name similar to a text: letters without accents, digits, underscores.
     *
     * @param otherwise the name for a text without letters
     */
    String of(String text, String otherwise) {
        String name = plain(text);
        if (name.isEmpty()) {
            name = otherwise;
        }
        if (name.length() > LONGEST) {
            // A name does not end in a hyphen.
            name = name.substring(0, LONGEST).replaceAll("-+$", "");
        }
        if (RESERVED.contains(name)) {
            name = name + "_";
        }
        String free = name;
        for (int n = 2; !taken.add(free.toLowerCase(Locale.ROOT)); n++) {
            free = name + "-" + n;
        }
        return free;
    }

    /** Returns the characters that names may have; empty when nothing is left. */
    static String plain(String text) {
        String ascii = Normalizer.normalize(text, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^A-Za-z0-9_-]+", "_")
                .replaceAll("-+", "-")
                .replaceAll("^[_-]+|[_-]+$", "");
        if (ascii.isEmpty()) {
            return "";
        }
        return Character.isDigit(ascii.charAt(0)) ? "_" + ascii : ascii;
    }
}
