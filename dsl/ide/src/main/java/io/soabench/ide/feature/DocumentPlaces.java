package io.soabench.ide.feature;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.generators.rows.RowColumns;
import io.soabench.ide.model.Snapshot;
import io.soabench.languages.DefinedProcess;
import io.soabench.languages.ProcessFile;
import io.soabench.languages.ProcessReaders;
import io.soabench.model.CaseExpansion;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Import;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.AbstractElement;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.INode;

/**
 * The targets of words and texts that are not names of the language: files, and elements of WSDL and BPEL documents.
 */
final class DocumentPlaces {

    /** The greatest number of steps of a path. */
    private static final int DEPTH = 4;

    private final Snapshot snapshot;

    DocumentPlaces(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** Returns the place in another file that a text, or the name of a partner link, at a cursor stands for. */
    Optional<Location> of(int offset) {
        Optional<ILeafNode> leaf = snapshot.leaf(offset);
        Optional<EObject> element = snapshot.element(offset);
        if (leaf.isEmpty() || element.isEmpty()) {
            return Optional.empty();
        }
        String feature = feature(leaf.get()).orElse("");
        String text = unquoted(leaf.get().getText());
        return switch (feature) {
            case "partnerLink" -> partnerLink((PartnerBinding) element.get());
            case "operation" -> operation(element.get(), text);
            case "port" -> port(element.get(), text);
            case "process" -> process(element.get(), text);
            case "importURI" -> imported((Import) element.get());
            case "path", "step", "uiidPath", "source", "target" -> pathElement(element.get(), text);
            default -> file(element.get(), text);
        };
    }

    /** Returns the feature for which a word is the value. */
    static Optional<String> feature(ILeafNode leaf) {
        for (INode node = leaf; node != null; node = node.getParent()) {
            if (node.getGrammarElement() instanceof AbstractElement element) {
                Assignment assignment = EcoreUtil2.getContainerOfType(element, Assignment.class);
                if (assignment != null) {
                    return Optional.of(assignment.getFeature());
                }
            }
        }
        return Optional.empty();
    }

    /** Returns a text without its quotes. */
    static String unquoted(String text) {
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    private Optional<Location> file(EObject element, String name) {
        return snapshot.service(ModelDocuments.class)
                .file(element, name)
                .map(file -> new Location(file.toString(), 1, 1));
    }

    /** Returns the processes that the file of a process defines; none where it cannot be read. */
    List<DefinedProcess> processes(Realisation realisation) {
        return snapshot.service(ModelDocuments.class)
                .file(realisation)
                .map(ProcessFile::processes)
                .orElse(List.of());
    }

    /** Returns the processes that a file in a language defines; none where it is missing. */
    List<DefinedProcess> processes(String language, String file) {
        return snapshot.service(ModelDocuments.class)
                .file(snapshot.testbed(), file)
                .map(path ->
                        ProcessReaders.read(language, path, Optional.empty()).processes())
                .orElse(List.of());
    }

    private Optional<Location> process(EObject element, String id) {
        return element instanceof Realisation realisation
                ? processes(realisation).stream()
                        .filter(each -> each.id().equals(id))
                        .map(DefinedProcess::location)
                        .findFirst()
                : Optional.empty();
    }

    private static Optional<Location> imported(Import statement) {
        return Optional.ofNullable(WholeTestbed.imported(statement))
                .flatMap(Snapshot::fileOf)
                .filter(Files::isRegularFile)
                .map(file -> new Location(file.toString(), 1, 1));
    }

    private Optional<Location> partnerLink(PartnerBinding binding) {
        return process(binding)
                .flatMap(ProcessDefinition::source)
                .flatMap(source -> source.body().partnerLinks().stream()
                        .filter(link -> link.name().equals(binding.getPartnerLink()))
                        .findFirst())
                .map(link -> link.location());
    }

    private Optional<ProcessDefinition> process(EObject inside) {
        return Optional.ofNullable(EcoreUtil2.getContainerOfType(inside, WhiteBoxProcess.class))
                .flatMap(process -> snapshot.service(ModelDocuments.class).process(process));
    }

    /** Returns the definitions that the part of a model is about in which an element stands. */
    Optional<WsdlDefinitions> definitions(EObject element) {
        ModelDocuments files = snapshot.service(ModelDocuments.class);
        ServiceType type = EcoreUtil2.getContainerOfType(element, ServiceType.class);
        if (type != null) {
            return files.wsdl(type, type.getWsdl());
        }
        Invocable target = EcoreUtil2.getContainerOfType(element, Invocable.class);
        return target == null
                ? Optional.empty()
                : snapshot.service(Interfaces.class).definitions(target);
    }

    /** Returns the operations that a word in an element can mean, callbacks included. */
    List<Operation> operations(EObject element) {
        Interfaces interfaces = snapshot.service(Interfaces.class);
        Invocable target = EcoreUtil2.getContainerOfType(element, Invocable.class);
        Stream<Operation> called = target == null ? Stream.of() : interfaces.operations(target).stream();
        Stream<Operation> callbacks = target instanceof WhiteBoxProcess process
                ? interfaces.clients(process).stream()
                        .flatMap(link -> link.partnerPortType().stream())
                        .flatMap(portType -> portType.operations().stream())
                : target instanceof Service
                        ? definitions(element).stream()
                                .flatMap(wsdl -> wsdl.portTypes().stream())
                                .flatMap(portType -> portType.operations().stream())
                        : Stream.of();
        return Stream.concat(called, callbacks).distinct().toList();
    }

    private Optional<Location> operation(EObject element, String name) {
        return operations(element).stream()
                .filter(operation -> operation.name().equals(name))
                .map(Operation::location)
                .findFirst();
    }

    /** Returns the ports of the document that a service type or the contract of a process names. */
    List<Port> ports(EObject element) {
        Interfaces interfaces = snapshot.service(Interfaces.class);
        if (element instanceof WhiteBoxProcess process) {
            return interfaces.soapPorts(process, process.getContract());
        }
        return element instanceof ServiceType type ? interfaces.soapPorts(type, type.getWsdl()) : List.of();
    }

    private Optional<Location> port(EObject element, String name) {
        return ports(element).stream()
                .filter(port -> port.name().equals(name))
                .map(Port::location)
                .findFirst();
    }

    /** Returns the declaration of the last element of a path, found by its name in the files of the schemas. */
    private Optional<Location> pathElement(EObject element, String path) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        String local = last.substring(last.indexOf(':') + 1);
        return definitions(element).stream()
                .flatMap(wsdl -> wsdl.files().stream())
                .flatMap(file -> XmlPlaces.element(Path.of(file), local).stream())
                .findFirst();
    }

    /**
     * Returns the paths into messages that may stand in an element.
     *
     * @param rule of the grammar that contains the path
     * @param feature of the model for the path
     */
    List<String> paths(String rule, String feature, EObject element) {
        if (element instanceof InstancePool pool) {
            return answerPaths(pool);
        }
        Optional<WsdlDefinitions> wsdl = definitions(element);
        if (wsdl.isEmpty() || !(element instanceof Invocable target)) {
            return List.of();
        }
        List<Operation> called = snapshot.service(Interfaces.class).operations(target);
        List<Operation> calledBack = operations(element).stream()
                .filter(operation -> !called.contains(operation))
                .toList();
        boolean back = rule.equals("ClientCallback") || (rule.equals("CallbackCopy") && feature.equals("target"));
        Stream<QName> roots;
        if (rule.equals("DrawnAnswer")) {
            // The answer to a one-way request is what comes back later.
            roots = Stream.concat(
                    called.stream().flatMap(operation -> Interfaces.outputElement(operation).stream()),
                    calledBack.stream().flatMap(operation -> Interfaces.inputElement(operation).stream()));
        } else {
            roots = (back ? calledBack : called)
                    .stream().flatMap(operation -> Interfaces.inputElement(operation).stream());
        }
        MessagePath paths =
                new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas());
        // A drawn number stands in an element; an identifier may stand in an attribute.
        return rule.equals("DrawnAnswer")
                ? paths.paths(roots.distinct().toList(), DEPTH)
                : paths.pathsWithAttributes(roots.distinct().toList(), DEPTH);
    }

    /** Returns the paths to elements of the answers of all receivers of a pool's data. */
    List<String> answerPaths(InstancePool pool) {
        Interfaces interfaces = snapshot.service(Interfaces.class);
        Set<String> paths = new LinkedHashSet<>();
        for (Invocable target : receivers(pool)) {
            Optional<WsdlDefinitions> wsdl = interfaces.definitions(target);
            Optional<QName> root = interfaces.operation(target).flatMap(Interfaces::outputElement);
            if (wsdl.isPresent() && root.isPresent()) {
                paths.addAll(new MessagePath(
                                Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                        .paths(List.of(root.get()), DEPTH));
            }
        }
        return List.copyOf(paths);
    }

    /** Returns the receivers of a pool's data in any case. */
    private Set<Invocable> receivers(InstancePool pool) {
        WholeTestbed whole = snapshot.result().whole();
        Set<Invocable> receivers = new LinkedHashSet<>();
        for (TestSuite suite : whole.suites()) {
            for (TestCase each : suite.getCases()) {
                for (Workload workload : CaseExpansion.workloads(whole, each)) {
                    for (ClientClass clients : workload.getClasses()) {
                        if (pool.equals(clients.getPool())) {
                            receivers.addAll(
                                    clients.getProcess() == null
                                            ? CaseExpansion.dimension(whole, each)
                                            : List.of(clients.getProcess()));
                        }
                        clients.getMix().stream()
                                .filter(share -> pool.equals(share.getPool()) && share.getProcess() != null)
                                .forEach(share -> receivers.add(share.getProcess()));
                    }
                }
            }
        }
        return receivers;
    }

    /** Returns the columns of a file with records; none when it cannot be read. */
    List<String> columns(Rows rows) {
        Optional<Path> file = rows.getFile() == null
                ? Optional.empty()
                : snapshot.service(ModelDocuments.class).file(rows, rows.getFile());
        try {
            return file.isPresent() ? RowColumns.of(file.get()) : List.of();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
