package io.soabench.languages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The readers of all languages but BPEL, whose files are read with their WSDL documents. Safe for use by many threads. */
public final class ProcessReaders {

    private static final Map<String, ProcessReader> READERS = load();

    private ProcessReaders() {}

    private static Map<String, ProcessReader> load() {
        Map<String, ProcessReader> readers = new TreeMap<>();
        ServiceLoader.load(ProcessReader.class, ProcessReader.class.getClassLoader())
                .forEach(reader -> readers.put(reader.language(), reader));
        return readers;
    }

    /**
     * Reads a file.
     *
     * @param language the word of the language in models
     * @param process id of the process that is meant; empty where the model names none
     * @throws IllegalArgumentException when no reader is installed for that language
     * @throws UncheckedIOException when the file cannot be read at all
     */
    public static ProcessFile read(String language, Path file, Optional<String> process) {
        ProcessReader reader = READERS.get(language);
        if (reader == null) {
            throw new IllegalArgumentException(
                    "there is no reader of " + language + "; installed are " + String.join(", ", READERS.keySet()));
        }
        try {
            return reader.read(file, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
