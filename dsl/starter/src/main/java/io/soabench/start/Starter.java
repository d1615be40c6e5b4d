package io.soabench.start;

import io.soabench.model.FileNames;
import io.soabench.model.issue.Issue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A writer of first testbeds. It is the entry point of the Maven goal, of wizards and of commands of editors.
 *
 * <p>All methods write a folder that stands alone: the model, copies of the documents that it needs, a request and
 * an answer to complete. The folder may exist, but none of the written files. Either all files are written, or
 * none. The result has been read and checked as by {@code soabench:validate}. For one thread at a time.
 */
public final class Starter {

    /** The depth of the files in a folder that a sentence offers. */
    private static final int DEEPEST = 3;

    /** The greatest number of files that a sentence offers. */
    private static final int MOST_OFFERED = 10;

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
        return write(directory, new BpelStart(existing(bpel, "BPEL process", ".bpel")));
    }

    /**
     * Writes a testbed for the processes of a BPMN file: on two engines, with a copy of each whose tasks call mocked partners.
     *
     * @param bpmn a BPMN 2.0 file, for any engine
     * @param process id of the only process that is measured; empty for all executable ones
     * @param directory folder for the testbed
     * @throws StartRefusedException when the file is missing, has no process that can be measured, or a file in the
     *     directory would be overwritten
     * @throws IOException when files cannot be read or written
     */
    public StartedTestbed fromBpmn(Path bpmn, Optional<String> process, Path directory)
            throws StartRefusedException, IOException {
        return write(directory, new BpmnStart(existing(bpmn, "BPMN file", ".bpmn"), process));
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
        return write(directory, new ContractStart(existing(wsdl, "WSDL document", ".wsdl")));
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

    private static Path existing(Path file, String what, String ending) throws StartRefusedException, IOException {
        if (Files.isDirectory(file)) {
            throw new StartRefusedException(
                    file + " is a folder, and a testbed begins with one file; name a " + what + offered(file, ending));
        }
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

    /** Returns a clause with the files of a folder, and of the folders in it, that could be meant. */
    private static String offered(Path folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder, DEEPEST)) {
            List<String> found = all.filter(
                            each -> each.toString().toLowerCase(Locale.ROOT).endsWith(ending))
                    .filter(Files::isRegularFile)
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                return "; none is in it";
            }
            return ": " + found.stream().limit(MOST_OFFERED).collect(Collectors.joining(", "))
                    + (found.size() > MOST_OFFERED ? " and " + (found.size() - MOST_OFFERED) + " more" : "")
                    + (found.size() == 1 ? " is in it" : " are in it");
        } catch (UncheckedIOException e) {
            // A folder in it cannot be read; its files are not offered.
            return " in it";
        }
    }
}
