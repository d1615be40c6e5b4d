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

/** The SOAP ports by which the port types of a process are reached. A port that no document has is written. */
final class Contracts {

    private final TestbedDraft draft;
    private final String folder;
    private final WsdlDefinitions wsdl;
    private final List<String> notes;
    private final UniqueNames files;
    private final List<Soap> spoken;

    /**
     * Contracts of a draft that engines and all mock hosts use: they have a binding of SOAP 1.1.
     *
     * @param folder where its documents are
     * @param wsdl all its definitions, read from there
     * @param notes gets a sentence on each binding that is not kept
     */
    Contracts(TestbedDraft draft, String folder, WsdlDefinitions wsdl, List<String> notes) {
        this(draft, folder, wsdl, notes, List.of(Soap.V11));
    }

    /** @param spoken versions of SOAP of bindings that are kept, the preferred one first */
    Contracts(TestbedDraft draft, String folder, WsdlDefinitions wsdl, List<String> notes, List<Soap> spoken) {
        this.spoken = List.copyOf(spoken);
        this.draft = draft;
        this.folder = folder;
        this.wsdl = wsdl;
        this.notes = notes;
        this.files = new UniqueNames(wsdl.files().stream()
                .map(file -> Path.of(file).getFileName().toString().replaceFirst("\\.[^.]*$", ""))
                .toArray(String[]::new));
    }

    /**
     * The place of a contract.
     *
     * @param document the WSDL document in the draft
     * @param port its port, where it has several
     * @param written whether this draft has written the document
     */
    record Contract(String document, Optional<String> port, boolean written) {}

    /** Returns the contract of a partner. */
    Contract partner(PortType type) throws IOException {
        Optional<Contract> said = said(type);
        return said.isPresent() ? said.get() : write(offering(facade(type), type));
    }

    /** Returns the contract of a partner that calls back, in whose document are both port types. */
    Contract partner(PortType type, PortType callback) throws IOException {
        Optional<Contract> said = said(type).filter(contract -> ports(contract.document(), Soap.V11).stream()
                .anyMatch(port -> offers(port, callback)));
        if (said.isPresent() && said.get().port().isPresent()) {
            return said.get();
        }
        SoapBindingDocument facade = facade(type);
        Contract written = write(offering(offering(facade, type), callback));
        return new Contract(written.document(), Optional.of(facade.port(0)), true);
    }

    /** Returns a document with a port for the port type that a process offers; empty when its documents have one. */
    Optional<String> offered(PortType type) throws IOException {
        boolean reached = wsdl.ports(type.name()).stream().anyMatch(each -> isUsable(each.port(), Soap.V11));
        return reached ? Optional.empty() : Optional.of(partner(type).document());
    }

    private SoapBindingDocument facade(PortType type) {
        String name = files.of(type.name().getLocalPart() + "-soap", "service-soap");
        SoapBindingDocument facade =
                new SoapBindingDocument(name, draft.folder().resolve(folder).resolve(name + ".wsdl"));
        if (!WsdlDefinitions.contract(Path.of(type.location().file()))
                .problems()
                .isEmpty()) {
            // The document uses definitions of other documents of the process, but does not import these documents.
            wsdl.documents().forEach(each -> facade.importing(each.targetNamespace(), each.file()));
        }
        return facade;
    }

    /**
     * Adds a port for a port type, with the style of another binding of the same port type, preferably one of SOAP 1.1.
     */
    private SoapBindingDocument offering(SoapBindingDocument facade, PortType type) {
        List<Binding> bindings = wsdl.ports(type.name()).stream()
                .flatMap(each -> each.port().binding().stream())
                .filter(binding -> binding.soap() != Soap.NONE)
                .toList();
        Optional<Binding> given = bindings.stream()
                .filter(binding -> binding.soap() == Soap.V11)
                .findFirst()
                .or(() -> bindings.stream().findFirst());
        given.ifPresent(binding -> note(binding, type, folder + "/" + facade.name() + ".wsdl"));
        return facade.with(type, given, wsdl);
    }

    private void note(Binding binding, PortType type, String document) {
        boolean literal =
                binding.operations().stream().flatMap(Contracts::messages).allMatch(MessageBinding::literal);
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

    private Contract write(SoapBindingDocument facade) throws IOException {
        String document = folder + "/" + facade.name() + ".wsdl";
        draft.text(document, facade.text());
        return new Contract(document, Optional.empty(), true);
    }

    private Optional<Contract> said(PortType type) {
        return spoken.stream()
                .flatMap(version -> wsdl.ports(type.name()).stream()
                        .map(each -> each.port())
                        .filter(port -> isUsable(port, version))
                        .flatMap(port -> said(port, version).stream()))
                .findFirst();
    }

    private Optional<Contract> said(Port port, Soap version) {
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
        return Optional.of(new Contract(name, only ? Optional.empty() : Optional.of(port.name()), false));
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
                        .flatMap(Contracts::messages)
                        .allMatch(MessageBinding::literal);
    }

    private static Stream<MessageBinding> messages(BindingOperation operation) {
        return Stream.concat(operation.input().stream(), operation.output().stream());
    }
}
