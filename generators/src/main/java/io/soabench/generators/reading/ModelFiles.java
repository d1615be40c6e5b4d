package io.soabench.generators.reading;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.languages.ProcessFile;
import io.soabench.languages.ProcessReaders;
import io.soabench.model.AcceptedWords;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;

/** The files that a model names, relative to the model file that names them, and a memory of all that were read. */
public final class ModelFiles {

    private final ProblemCollector problems;
    private final Set<Path> read = new TreeSet<>();
    private final Map<Path, WsdlDefinitions> documents = new HashMap<>();
    private final Map<WsdlDefinitions, DefaultMessages> messages = new HashMap<>();
    private final Map<List<Path>, ProcessDefinition> processes = new HashMap<>();
    private final Map<List<Object>, ProcessFile> others = new HashMap<>();
    private Set<Leniency> accepted;

    public ModelFiles(ProblemCollector problems) {
        this.problems = problems;
    }

    /** Returns the model file of an element. */
    public static Optional<Path> fileOf(EObject element) {
        Resource resource = element.eResource();
        URI uri = resource == null ? null : resource.getURI();
        return uri == null || !uri.isFile()
                ? Optional.empty()
                : Optional.of(Path.of(uri.toFileString()).toAbsolutePath().normalize());
    }

    /**
     * Returns the file that an element names.
     *
     * @param feature by which it names it
     * @param what for messages, e.g. {@code the WSDL of service type "Quote"}
     * @return empty after a problem was added
     */
    public Optional<Path> find(EObject element, EStructuralFeature feature, String relative, String what) {
        if (relative == null || relative.isBlank()) {
            problems.add(IssueCode.FILE_MISSING, element, feature, what + " is not given; name a file");
            return Optional.empty();
        }
        try {
            Path base = fileOf(element).map(Path::getParent).orElse(Path.of("").toAbsolutePath());
            Path file = base.resolve(relative).normalize();
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
                read.add(file);
                return Optional.of(file);
            }
        } catch (InvalidPathException e) {
            problems.add(
                    IssueCode.FILE_MISSING,
                    element,
                    feature,
                    what + ", \"" + relative + "\", is no file name; correct it");
            return Optional.empty();
        }
        problems.add(
                IssueCode.FILE_MISSING,
                element,
                feature,
                what + ", \"" + relative + "\", is not found or cannot be read; correct the path");
        return Optional.empty();
    }

    /** Returns a WSDL document with what it imports, read once however many elements name it. */
    public WsdlDefinitions wsdl(Path file) {
        WsdlDefinitions wsdl = documents.computeIfAbsent(file, WsdlDefinitions::contract);
        note(wsdl.files().stream().map(Path::of).toList());
        return wsdl;
    }

    /** Returns the default messages of a document. Instances of its types are made once and used again. */
    public DefaultMessages messages(WsdlDefinitions wsdl) {
        return messages.computeIfAbsent(wsdl, DefaultMessages::new);
    }

    /**
     * Returns a process with its documents, which are read once.
     *
     * @param wsdls documents that the model names beside the imports of the process
     * @param process whose model states the leniency of its engines
     */
    public ProcessDefinition process(WhiteBoxProcess process, Path bpel, List<Path> wsdls) {
        if (accepted == null) {
            // The same for all processes of a model, and found by looking at the whole of it.
            accepted = Leniency.known(AcceptedWords.of(process));
        }
        List<Path> key = new ArrayList<>(wsdls);
        key.add(bpel);
        ProcessDefinition definition =
                processes.computeIfAbsent(key, any -> ProcessDefinition.load(bpel, wsdls, accepted));
        note(definition.wsdl().files().stream().map(Path::of).toList());
        return definition;
    }

    /** Returns the file of a process in another language than BPEL, read once however many engines run it. */
    public ProcessFile process(Realisation written, Path file) {
        Optional<String> process = Optional.ofNullable(written.getProcess());
        return others.computeIfAbsent(
                List.of(file, process),
                any -> ProcessReaders.read(written.getLanguage().getLiteral(), file, process));
    }

    /** Notes that a file was read. */
    public void note(Collection<Path> files) {
        files.forEach(file -> read.add(file.toAbsolutePath().normalize()));
    }

    /** Returns all files read so far. */
    public Set<Path> all() {
        return read;
    }
}
