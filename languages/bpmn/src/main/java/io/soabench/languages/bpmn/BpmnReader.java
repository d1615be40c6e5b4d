package io.soabench.languages.bpmn;

import io.soabench.languages.ProcessFile;
import io.soabench.languages.ProcessReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The reader of files in BPMN 2.0. */
public final class BpmnReader implements ProcessReader {

    @Override
    public String language() {
        return "bpmn";
    }

    @Override
    public ProcessFile read(Path file, Optional<String> process) throws IOException {
        return BpmnDocument.load(file, process);
    }
}
