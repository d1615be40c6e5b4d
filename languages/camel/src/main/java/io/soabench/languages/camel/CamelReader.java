package io.soabench.languages.camel;

import io.soabench.languages.ProcessFile;
import io.soabench.languages.ProcessReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The reader of files in Camel's YAML DSL. */
public final class CamelReader implements ProcessReader {

    @Override
    public String language() {
        return "camel";
    }

    @Override
    public ProcessFile read(Path file, Optional<String> process) throws IOException {
        CamelDocument document = CamelDocument.load(file);
        return process.isEmpty() ? document : document.withoutProcess(process.get());
    }
}
