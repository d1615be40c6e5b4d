package io.soabench.start;

import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import io.soabench.contracts.wsdl.Wsdl;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.start.bpmn.BpmnCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/** The testbed of a process: the process on the bundled engine, and a mock for each of its partners. */
final class BpelStart implements DraftContent {

    /** The folder of the documents in the draft. */
    static final String FOLDER = "process";

    /** The problem of a definition that a document lacks because it is not imported. */
    private static final Pattern UNDEFINED =
            Pattern.compile("'\\{([^}]+)\\}[^']*'.* is not defined in any imported document");

    private final Path bpel;

    BpelStart(Path bpel) {
        this.bpel = bpel;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        requireProcess();
        SourceDocuments documents = SourceDocuments.of(bpel, notes);
        documents.copyTo(draft, FOLDER);
        LoadedProcess loaded = LoadedProcess.of(copy(draft, documents), List.of());
        if (addImports(documents, loaded)) {
            draft.clear();
            documents.copyTo(draft, FOLDER);
            loaded = LoadedProcess.of(copy(draft, documents), List.of());
        }
        List<Path> further = further(documents, loaded, notes);
        if (!further.isEmpty()) {
            for (Path each : further) {
                documents.add(each);
            }
            // With other documents the folder that they have in common may be another one.
            draft.clear();
            documents.copyTo(draft, FOLDER);
            List<Path> copies = further.stream()
                    .map(each -> draft.folder().resolve(FOLDER).resolve(documents.name(each)))
                    .toList();
            loaded = LoadedProcess.of(copy(draft, documents), copies);
        }
        loaded.addNotes(notes);
        BrokenSchemas.note(loaded.definition().wsdl(), UnaryOperator.identity(), notes);
        return new BpelTestbed(draft, notes, loaded).write();
    }

    private Path copy(TestbedDraft draft, SourceDocuments documents) {
        return draft.folder().resolve(FOLDER).resolve(documents.name(bpel));
    }

    private void requireProcess() throws StartRefusedException, IOException {
        Problems problems = new Problems();
        Optional<XmlElement> root = XmlReading.read(bpel.toString(), Files.readAllBytes(bpel), problems);
        if (root.isEmpty()) {
            throw new StartRefusedException(bpel + " cannot be read as XML: "
                    + problems.list().stream().map(Object::toString).collect(Collectors.joining("; "))
                    + "; correct it first");
        }
        if (!root.get().localName().equals("process")) {
            throw new StartRefusedException(bpel + " is no BPEL process but begins with <"
                    + root.get().localName() + ">" + beginning(root.get()));
        }
        if (!root.get().namespace().equals(Bpel.NAMESPACE)) {
            throw new StartRefusedException(bpel + " is no WS-BPEL 2.0 but a process of namespace \""
                    + root.get().namespace() + "\"; convert it to " + Bpel.NAMESPACE);
        }
    }

    /** Returns a clause on how a document is given to the tool that is not a process. */
    private static String beginning(XmlElement root) {
        if (root.namespace().equals(Wsdl.NAMESPACE)) {
            return "; a WSDL document is given with -Dwsdl=FILE";
        }
        return root.namespace().equals(BpmnCopy.NAMESPACE)
                ? ", so it is BPMN; give it with -Dbpmn=FILE"
                : "; name the file that begins with <process>";
    }

    /** Adds imports of nearby documents that a process uses and does not import. Returns whether there was one. */
    private boolean addImports(SourceDocuments documents, LoadedProcess loaded) throws IOException {
        Set<String> namespaces = new LinkedHashSet<>();
        for (Problem problem : loaded.definition().problems()) {
            Matcher undefined = UNDEFINED.matcher(problem.message());
            if (undefined.find()) {
                namespaces.add(undefined.group(1));
            }
        }
        boolean added = false;
        for (String namespace : namespaces) {
            added |= documents.importInto(bpel, namespace);
        }
        return added;
    }

    /** Returns other nearby WSDL documents that have ports which the documents of the process lack. */
    private static List<Path> further(SourceDocuments documents, LoadedProcess loaded, List<String> notes)
            throws IOException {
        Set<QName> wanted = new LinkedHashSet<>();
        loaded.portTypes().stream()
                .filter(type -> loaded.definition().wsdl().ports(type.name()).isEmpty())
                .forEach(type -> wanted.add(type.name()));
        Set<Path> found = new LinkedHashSet<>();
        for (Path neighbour : wanted.isEmpty() ? List.<Path>of() : documents.neighbours()) {
            WsdlDefinitions other = WsdlDefinitions.load(neighbour);
            boolean same = other.files().stream().map(Path::of).anyMatch(documents::has);
            if (same
                    && other.problems().isEmpty()
                    && wanted.removeIf(type -> !other.ports(type).isEmpty())) {
                found.add(neighbour);
                notes.add(neighbour.getFileName()
                        + " is not imported, but says how port types of the process are reached; it was taken");
            }
        }
        return List.copyOf(found);
    }
}
