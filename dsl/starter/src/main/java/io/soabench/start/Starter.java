package io.soabench.start;

import io.soabench.model.FileNames;
import io.soabench.model.issue.Issue;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A writer of first testbeds. It is the entry point of the Maven goal, of wizards and of commands of editors.
 *
 * <p>All methods write a folder that stands alone: the model, copies of the documents that it needs, a request and
 * an answer to complete. The folder may exist, but none of the written files. Either all files are written, or
 * none. The result has been read and checked as by {@code soabench:validate}. For one thread at a time.
 */
public final class Starter {

    private final ClassLoader plugins;

    /** Creates a starter that knows the server types on the class path of the tool. */
    public Starter() {
        this(Starter.class.getClassLoader());
    }

    /**
     * @param plugins where server types are found; those of {@code reference} and {@code lean} must be there for a
     *     testbed to be valid
     */
    public Starter(ClassLoader plugins) {
        this.plugins = plugins;
    }

    /**
     * Writes a testbed for a process: on the bundled engine, with its partners mocked.
     *
     * @param bpel a WS-BPEL 2.0 file; its WSDL and schema documents are found by its imports, and copied
     * @param directory folder for the testbed
     * @throws StartRefusedException when the file is missing or is not a BPEL process, or a file in the directory would
     *     be overwritten
     * @throws IOException when files cannot be read or written
     */
    public StartedTestbed fromBpel(Path bpel, Path directory) throws StartRefusedException, IOException {
        return write(directory, new BpelStart(existing(bpel, "BPEL process")));
    }

    /**
     * Writes a testbed for a process in BPMN: on two engines, with a copy of the file whose tasks call mocked partners.
     *
     * @param bpmn a BPMN 2.0 file, for any engine
     * @param process id of its process; empty where the file has only one that can be meant
     * @param directory folder for the testbed
     * @throws StartRefusedException when the file is missing, has no process that can be measured, or a file in the
     *     directory would be overwritten
     * @throws IOException when files cannot be read or written
     */
    public StartedTestbed fromBpmn(Path bpmn, Optional<String> process, Path directory)
            throws StartRefusedException, IOException {
        return write(directory, new BpmnStart(existing(bpmn, "BPMN file"), process));
    }

    /**
     * Writes a testbed for a contract: a mock of the service, which clients call.
     *
     * @param wsdl a WSDL 1.1 document
     * @param directory folder for the testbed
     * @throws StartRefusedException when the file is missing or describes no service, or a file in the directory would
     *     be overwritten
     * @throws IOException when files cannot be read or written
     */
    public StartedTestbed fromWsdl(Path wsdl, Path directory) throws StartRefusedException, IOException {
        return write(directory, new ContractStart(existing(wsdl, "WSDL document")));
    }

    /**
     * Writes a testbed for a running service. Its description is fetched from its address with {@code ?wsdl}, with the
     * imports. No operation is called.
     *
     * @param url the address of the service, {@code http} or {@code https}
     * @param directory folder for the testbed
     * @throws StartRefusedException when the service does not answer with a description, or a file in the directory
     *     would be overwritten
     * @throws IOException when files cannot be written
     * @throws InterruptedException when the thread is interrupted while it waits for the service
     */
    public StartedTestbed fromBlackBox(URI url, Path directory)
            throws StartRefusedException, IOException, InterruptedException {
        TestbedDraft.requireRoom(directory);
        try (FetchedDescription description = FetchedDescription.of(url)) {
            return write(directory, new BlackBoxStart(description));
        }
    }

    private StartedTestbed write(Path directory, DraftContent content) throws StartRefusedException, IOException {
        TestbedDraft.requireRoom(directory);
        try (TestbedDraft draft = TestbedDraft.beside(directory)) {
            List<String> notes = new ArrayList<>();
            DraftContent.Filled filled = filled(content, draft, notes);
            List<Issue> left = new ModelErrors(plugins).on(draft.folder().resolve(filled.model()));
            List<Path> files = draft.publish();
            Path there = directory.toAbsolutePath().normalize();
            return new StartedTestbed(
                    there.resolve(filled.model()),
                    files,
                    notes.stream().map(draft::published).toList(),
                    filled.waitsFor(),
                    left.stream().map(issue -> draft.published(issue)).toList());
        }
    }

    private static DraftContent.Filled filled(DraftContent content, TestbedDraft draft, List<String> notes)
            throws StartRefusedException, IOException {
        try {
            return content.fill(draft, notes);
        } catch (StartRefusedException e) {
            throw new StartRefusedException(draft.published(e.getMessage()), e);
        }
    }

    private static Path existing(Path file, String what) throws StartRefusedException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            Optional<String> unusable = FileNames.problem(file.toString());
            if (unusable.isPresent()) {
                throw new StartRefusedException(unusable.get());
            }
            throw new StartRefusedException(
                    "there is no file " + file + " that can be read; name a " + what + " that is there");
        }
        return file.toAbsolutePath().normalize();
    }
}
