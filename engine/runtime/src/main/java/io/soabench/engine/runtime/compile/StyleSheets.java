package io.soabench.engine.runtime.compile;

import io.soabench.engine.runtime.expression.StyleSheet;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The style sheets of a process, each compiled once. */
final class StyleSheets {
    private final String process;
    private final Map<String, byte[]> files;
    private final Map<String, StyleSheet> compiled = new HashMap<>();

    StyleSheets(String process, Map<String, byte[]> files) {
        this.process = process;
        this.files = files;
    }

    /** The style sheet of that address, as seen from the process; null when there is none. */
    StyleSheet styleSheet(String address) {
        String name = resolved(process, address);
        if (name == null || !files.containsKey(name)) {
            return null;
        }
        return compiled.computeIfAbsent(name, key -> new StyleSheet(key, this::file));
    }

    private byte[] file(String base, String address) {
        String name = resolved(base, address);
        return name == null ? null : files.get(name);
    }

    private static String resolved(String base, String address) {
        try {
            String path = URI.create("/" + base.replace(" ", "%20"))
                    .resolve(address.strip().replace(" ", "%20"))
                    .getPath();
            return path == null || path.isEmpty() ? null : path.substring(1);
        } catch (IllegalArgumentException e) {
            // No address at all, so no style sheet.
            return null;
        }
    }
}
