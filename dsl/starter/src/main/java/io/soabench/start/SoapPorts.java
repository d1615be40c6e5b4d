package io.soabench.start;

import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.MessageBinding;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The SOAP ports by which the port types of a process are reached. A port type without a port in the documents gets one in a document that is
 * added to the draft.
 */
final class SoapPorts {

    private final TestbedDraft draft;
    private final String folder;
    private final WsdlDefinitions wsdl;
    private final List<String> notes;
    private final UniqueNames files;
    private final List<Soap> versions;

    /**
     * Creates the ports of a draft with bindings of SOAP 1.1, which engines and all mock hosts support.
     *
     * @param folder in the draft, with its documents
     * @param wsdl all definitions of these documents
     * @param notes gets a sentence on each binding that is not kept
     */
    SoapPorts(TestbedDraft draft, String folder, WsdlDefinitions wsdl, List<String> notes) {
        this(draft, folder, wsdl, notes, List.of(Soap.V11));
    }

    /** @param versions of SOAP whose bindings are kept, the preferred one first */
    SoapPorts(TestbedDraft draft, String folder, WsdlDefinitions wsdl, List<String> notes, List<Soap> versions) {
        this.versions = List.copyOf(versions);
        this.draft = draft;
        this.folder = folder;
        this.wsdl = wsdl;
        this.notes = notes;
        this.files = new UniqueNames(wsdl.files().stream()
                .map(file -> Path.of(file).getFileName().toString().replaceFirst("\\.[^.]*$", ""))
                .toArray(String[]::new));
    }

    /**
     * A WSDL document in the draft with a port.
     *
     * @param document path in the draft
     * @param port name of the port, where the document has several
     * @param added whether the document was added to those of the process
     */
    record PortDocument(String document, Optional<String> port, boolean added) {}

    /** Returns the port of a partner. */
    PortDocument partner(PortType type) throws IOException {
        Optional<PortDocument> existing = existing(type);
        return existing.isPresent() ? existing.get() : write(withPort(newDocument(type), type));
    }

    /** Returns the port of a partner that calls back, in a document with both port types. */
    PortDocument partner(PortType type, PortType callback) throws IOException {
        Optional<PortDocument> existing = existing(type)
                .filter(found -> ports(found.document(), Soap.V11).stream().anyMatch(port -> offers(port, callback)));
        if (existing.isPresent() && existing.get().port().isPresent()) {
            return existing.get();
        }
        SoapBindingDocument document = newDocument(type);
        PortDocument written = write(withPort(withPort(document, type), callback));
        return new PortDocument(written.document(), Optional.of(document.port(0)), true);
    }

    /** Adds a document with a port for a port type that the process offers, and returns its path; empty when a document has such a port. */
    Optional<String> addIfMissing(PortType type) throws IOException {
        boolean reached = wsdl.ports(type.name()).stream().anyMatch(each -> isUsable(each.port(), Soap.V11));
        return reached ? Optional.empty() : Optional.of(partner(type).document());
    }

    private SoapBindingDocument newDocument(PortType type) {
        String name = files.of(type.name().getLocalPart() + "-soap", "service-soap");
        SoapBindingDocument document =
                new SoapBindingDocument(name, draft.folder().resolve(folder).resolve(name + ".wsdl"));
        if (!WsdlDefinitions.contract(Path.of(type.location().file()))
                .problems()
                .isEmpty()) {
            // The document uses definitions of other documents of the process, but does not import these documents.
            wsdl.documents().forEach(each -> document.importing(each.targetNamespace(), each.file()));
        }
        return document;
    }

    /**
     * Adds a port for a port type, with the style of another binding of the same port type, preferably one of SOAP 1.1.
     */
    private SoapBindingDocument withPort(SoapBindingDocument document, PortType type) {
        List<Binding> bindings = wsdl.ports(type.name()).stream()
                .flatMap(each -> each.port().binding().stream())
                .filter(binding -> binding.soap() != Soap.NONE)
                .toList();
        Optional<Binding> given = bindings.stream()
                .filter(binding -> binding.soap() == Soap.V11)
                .findFirst()
                .or(() -> bindings.stream().findFirst());
        given.ifPresent(binding -> note(binding, type, folder + "/" + document.name() + ".wsdl"));
        return document.with(type, given, wsdl);
    }

    private void note(Binding binding, PortType type, String document) {
        boolean literal =
                binding.operations().stream().flatMap(SoapPorts::messages).allMatch(MessageBinding::literal);
        if (binding.soap() == Soap.V12) {
            notes.add("the binding of " + type.name().getLocalPart()
                    + " is of SOAP 1.2, which not all engines and mock hosts have; " + document
                    + " has one of SOAP 1.1 with the same actions and headers");
        }
        if (!literal) {
            notes.add("the binding of " + type.name().getLocalPart()
                    + " uses SOAP encoding, but mocks and clients send literal XML (WS-I Basic Profile 1.1, R2706); "
                    + document + " has a literal binding with the same actions");
        }
    }

    private PortDocument write(SoapBindingDocument document) throws IOException {
        String path = folder + "/" + document.name() + ".wsdl";
        draft.text(path, document.text());
        return new PortDocument(path, Optional.empty(), true);
    }

    private Optional<PortDocument> existing(PortType type) {
        return versions.stream()
                .flatMap(version -> wsdl.ports(type.name()).stream()
                        .map(each -> each.port())
                        .filter(port -> isUsable(port, version))
                        .flatMap(port -> existing(port, version).stream()))
                .findFirst();
    }

    private Optional<PortDocument> existing(Port port, Soap version) {
        Path document = Path.of(port.location().file());
        String name = draft.folder().relativize(document).toString().replace('\\', '/');
        List<Port> ports = ports(name, version);
        long same =
                ports.stream().filter(each -> each.name().equals(port.name())).count();
        if (same != 1) {
            return Optional.empty();
        }
        // Without a name, a port of SOAP 1.1 comes before one of SOAP 1.2.
        boolean only = ports.size() == 1
                && (version == Soap.V11 || ports(name, Soap.V11).isEmpty());
        return Optional.of(new PortDocument(name, only ? Optional.empty() : Optional.of(port.name()), false));
    }

    /** Returns the ports of one document for a version of SOAP, as a service type sees it; none when it cannot stand alone. */
    private List<Port> ports(String document, Soap version) {
        Path file = draft.folder().resolve(document);
        WsdlDefinitions alone = WsdlDefinitions.contract(file);
        if (!alone.problems().isEmpty()) {
            return List.of();
        }
        return alone.services().stream()
                .flatMap(service -> service.ports().stream())
                .filter(port -> Path.of(port.location().file()).equals(file) && isOf(port, version))
                .toList();
    }

    private static boolean offers(Port port, PortType type) {
        return port.binding()
                .flatMap(Binding::portType)
                .filter(each -> each.name().equals(type.name()))
                .isPresent();
    }

    private static boolean isOf(Port port, Soap version) {
        return port.binding().filter(binding -> binding.soap() == version).isPresent();
    }

    private static boolean isUsable(Port port, Soap version) {
        return isOf(port, version)
                && port.binding().stream()
                        .flatMap(binding -> binding.operations().stream())
                        .flatMap(SoapPorts::messages)
                        .allMatch(MessageBinding::literal);
    }

    private static Stream<MessageBinding> messages(BindingOperation operation) {
        return Stream.concat(operation.input().stream(), operation.output().stream());
    }
}
