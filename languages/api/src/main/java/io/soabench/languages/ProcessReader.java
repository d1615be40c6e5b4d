package io.soabench.languages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A reader of process files in one language. {@link java.util.ServiceLoader} finds it. Implementations have no state. */
public interface ProcessReader {

    /** Returns the word of the language in models, for example {@code bpmn}. Codes of problems begin with it in capital letters. */
    String language();

    /**
     * Reads a file. Mistakes in the file become problems.
     *
     * @param process id of the process that is meant; empty where the model names none
     * @throws IOException when it cannot be read at all
     */
    ProcessFile read(Path file, Optional<String> process) throws IOException;
}
