package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.StandardDocuments;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;

/**
 * All definitions of a set of WSDL 1.1 and XML Schema documents and of the documents they import, with everything looked
 * up across documents. Nothing is read from a network: a remote import is a problem. Immutable after loading, except that
 * {@link #schemas()} is a collection of a library and must only be read.
 */
public final class WsdlDefinitions {
    private final WsdlTables tables;
    private final List<Problem> problems;
    private final List<Problem> warnings;

    WsdlDefinitions(WsdlTables tables, List<Problem> problems, List<Problem> warnings) {
        this.warnings = warnings;
        this.tables = tables;
        this.problems = problems;
    }

    /** Loads a file and its imports. */
    public static WsdlDefinitions load(Path file) {
        return load(List.of(file));
    }

    /**
     * Loads the contract of a service that no process imports. Definitions with equal content count once: WS-BPEL
     * forbids them (SA00014), WSDL does not. No problem names a word to accept, because a contract has no place for one.
     */
    public static WsdlDefinitions contract(Path file) {
        return load(
                Documents.onDisk(),
                List.of(Documents.name(file)),
                Problems.withoutWords(Set.of(Leniency.SAME_DEFINITIONS)));
    }

    /** Loads several files and their imports as one set of definitions. */
    public static WsdlDefinitions load(List<Path> files) {
        return load(Documents.onDisk(), files.stream().map(Documents::name).toList());
    }

    /** Loads an entry held in memory and its imports among the other entries. */
    public static WsdlDefinitions load(String name, Map<String, byte[]> entries) {
        return load(Documents.inMemory(entries), List.of(name));
    }

    /** Loads documents of the given names, WSDL or XML Schema, and their imports. */
    public static WsdlDefinitions load(Documents documents, List<String> names) {
        return load(documents, names, Set.of());
    }

    /**
     * Loads documents, and accepts some deviations from the standards whose meaning is clear.
     *
     * @param accepted deviations that become warnings
     */
    public static WsdlDefinitions load(Documents documents, List<String> names, Set<Leniency> accepted) {
        return load(documents, names, new Problems(accepted));
    }

    private static WsdlDefinitions load(Documents documents, List<String> names, Problems problems) {
        WsdlTables tables = new WsdlReading(documents, problems).read(names);
        return new WsdlDefinitions(tables, problems.list(), problems.warnings());
    }

    /** Returns the problems, sorted by place; empty if all is well. */
    public List<Problem> problems() {
        return problems;
    }

    /** Returns the deviations that were accepted though the standards forbid them, sorted by place. */
    public List<Problem> warnings() {
        return warnings;
    }

    /** Returns the WSDL documents read, in the order in which they were reached. */
    public List<WsdlDocument> documents() {
        return List.copyOf(tables.documents.values());
    }

    /** Returns the WSDL document of that file name, as it was given or resolved. */
    public Optional<WsdlDocument> document(String file) {
        return Optional.ofNullable(tables.documents.get(file));
    }

    public Collection<Service> services() {
        return Collections.unmodifiableCollection(tables.services.values());
    }

    public Collection<Binding> bindings() {
        return Collections.unmodifiableCollection(tables.bindings.values());
    }

    public Collection<PortType> portTypes() {
        return Collections.unmodifiableCollection(tables.portTypes.values());
    }

    public Collection<Message> messages() {
        return Collections.unmodifiableCollection(tables.messages.values());
    }

    public Collection<PartnerLinkType> partnerLinkTypes() {
        return Collections.unmodifiableCollection(tables.partnerLinkTypes.values());
    }

    public Collection<Property> properties() {
        return Collections.unmodifiableCollection(tables.properties.values());
    }

    /** Returns all property aliases in document order. */
    public List<PropertyAlias> propertyAliases() {
        return Collections.unmodifiableList(tables.aliases);
    }

    public Optional<Service> service(QName name) {
        return Optional.ofNullable(tables.services.get(name));
    }

    public Optional<Binding> binding(QName name) {
        return Optional.ofNullable(tables.bindings.get(name));
    }

    public Optional<PortType> portType(QName name) {
        return Optional.ofNullable(tables.portTypes.get(name));
    }

    public Optional<Message> message(QName name) {
        return Optional.ofNullable(tables.messages.get(name));
    }

    public Optional<PartnerLinkType> partnerLinkType(QName name) {
        return Optional.ofNullable(tables.partnerLinkTypes.get(name));
    }

    public Optional<Property> property(QName name) {
        return Optional.ofNullable(tables.properties.get(name));
    }

    /** Returns the ports, of any service, whose binding is for that port type, in document order. */
    public List<ServicePort> ports(QName portType) {
        return tables.services.values().stream()
                .flatMap(service -> service.ports().stream()
                        .filter(port -> port.binding()
                                .flatMap(Binding::portType)
                                .filter(type -> type.name().equals(portType))
                                .isPresent())
                        .map(port -> new ServicePort(service, port)))
                .toList();
    }

    /**
     * Returns all schemas, inline and imported, for callers that need the structure of elements. They must not be
     * changed.
     */
    public XmlSchemaCollection schemas() {
        return tables.schemas;
    }

    /** Returns the texts of all schemas, inline, imported and included. */
    public SchemaSources schemaSources() {
        return new SchemaSources(tables.schemaTexts, tables.includedTexts);
    }

    /**
     * Returns the rules of XML Schema that schemas break, sorted by place, with the reason of the parser of the JDK. Reading takes
     * schemas that break some of them. The code is {@code XSD-INVALID}, or {@code XSD-STRICT} for rules that hardly any other
     * program checks.
     */
    public List<Problem> brokenSchemaRules() {
        return SchemaRules.broken(tables.schemaTrees, tables.includedTrees);
    }

    /**
     * Returns the files, of WSDL and schema documents, that were read, in the order in which they were reached. The
     * copies of standard schemas that this module brings are not files.
     */
    public List<String> files() {
        return tables.files.stream()
                .filter(name -> !StandardDocuments.isName(name))
                .toList();
    }

    /**
     * Returns the document that defines a component if no document that was asked for does, nor one that these include: imports of
     * WS-BPEL are not transitive (section 5.4). Empty for what is not defined at all and for types of XML Schema itself.
     *
     * @param kind {@code message}, {@code port type}, {@code partner link type}, {@code property}, {@code element} or
     *     {@code type}
     */
    public Optional<String> hiddenIn(String kind, QName name) {
        return tables.provenance.hiddenIn(kind, name);
    }

    /** Returns true if that document was asked for, or is included by one that was. */
    public boolean isDirect(String file) {
        return tables.provenance.isDirect(file);
    }

    /** Returns the place at which a schema element or type of a target namespace may be declared; for messages. */
    public Optional<Location> schema(String targetNamespace) {
        return Optional.ofNullable(tables.schemaPlaces.get(targetNamespace));
    }

    /** A port with its service. */
    public record ServicePort(Service service, Port port) {}
}
