package io.soabench.engine.runtime.compile;

import io.soabench.contracts.source.EntryNames;
import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.saxon.XsltStyleSheet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The style sheets of a process, each compiled once. Thread-safe, as expressions may ask when they are evaluated. */
final class StyleSheets {
    private final String process;
    private final Map<String, byte[]> files;
    private final EntryNames names;
    private final Map<String, StyleSheet> compiled = new ConcurrentHashMap<>();

    StyleSheets(String process, Map<String, byte[]> files) {
        this.process = process;
        this.files = files;
        this.names = new EntryNames(files.keySet());
    }

    /** Returns the files that an address may mean, as seen from the process. */
    List<String> candidates(String address) {
        return names.referred(process, address);
    }

    /** Returns the style sheet of that address, as seen from the process; null when there is not exactly one. */
    StyleSheet styleSheet(String address) {
        List<String> found = candidates(address);
        return found.size() == 1
                ? compiled.computeIfAbsent(found.get(0), name -> new XsltStyleSheet(name, this::file))
                : null;
    }

    private XsltStyleSheet.File file(String base, String address) {
        List<String> found = names.referred(base, address);
        return found.size() == 1 ? new XsltStyleSheet.File(found.get(0), files.get(found.get(0))) : null;
    }
}
