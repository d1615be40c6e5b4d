package io.soabench.generators;

import io.soabench.generators.schema.NoInstanceException;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.xml.XmlText;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;

/** What clients send to each process: an envelope for each chunk of its workloads. */
final class Requests {

    private final SimulatedWorkload.Chunks chunks;
    private final Problems problems;
    private final Map<String, String> envelopes = new LinkedHashMap<>();

    Requests(SimulatedWorkload.Chunks chunks, Problems problems) {
        this.chunks = chunks;
        this.problems = problems;
    }

    /** Where the envelope of a chunk is, under the compiled testbed. */
    static String path(TestedProcess process, String chunk) {
        return "requests/" + process.name() + "/" + chunk + ".xml";
    }

    /** Makes the envelopes of a process under a workload, each once. */
    void add(TestedProcess process, SimulatedWorkload workload) {
        for (String chunk : workload.chunks(process.model())) {
            envelopes.computeIfAbsent(path(process, chunk), path -> envelope(process, chunk));
        }
    }

    /** The envelopes by path under the compiled testbed. */
    Map<String, String> envelopes() {
        return envelopes;
    }

    /** The envelope of a chunk; empty after a problem was added. */
    private String envelope(TestedProcess process, String chunk) {
        Path file = chunks.file(chunk);
        return file == null ? standard(process) : ofFile(process, file, chunks.model(chunk));
    }

    private String standard(TestedProcess process) {
        String what = "the default request of process \"" + process.name() + "\"";
        EObject element = process.model();
        try {
            return envelope(XmlText.element(process.messages().request(process.operation())), process);
        } catch (NoInstanceException e) {
            problems.add(
                    IssueCode.MESSAGE_WITHOUT_DEFAULT,
                    element,
                    Literals.NAMED_ELEMENT__NAME,
                    what + " cannot be made: " + e.getMessage() + "; or send data of your own");
        } catch (BadRequestDataException e) {
            problems.add(e.code(), element, uiid(process), what + " " + e.getMessage());
        }
        return "";
    }

    private static EStructuralFeature uiid(TestedProcess process) {
        return process.model() instanceof io.soabench.model.testbed.Process
                ? Literals.PROCESS__UIID_PATH
                : Literals.SERVICE__UIID;
    }

    private String ofFile(TestedProcess process, Path file, DataChunk chunk) {
        try {
            return envelope(RequestText.of(Files.readAllBytes(file)), process);
        } catch (BadRequestDataException e) {
            problems.add(
                    e.code(),
                    chunk,
                    Literals.DATA_CHUNK__FILE,
                    "file \"" + chunk.getFile() + "\", which is sent to \"" + process.name() + "\", " + e.getMessage());
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String envelope(String text, TestedProcess process) throws BadRequestDataException {
        return RequestText.withPlaceholder(RequestText.envelope(text), process.uiidPath());
    }
}
