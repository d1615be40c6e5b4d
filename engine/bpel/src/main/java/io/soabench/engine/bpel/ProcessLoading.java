package io.soabench.engine.bpel;

import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.wsdl.Wsdl;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.analysis.StaticAnalysis;
import io.soabench.engine.bpel.model.ProcessBinding;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.syntax.Bpel;
import io.soabench.engine.bpel.syntax.BpelProcess;
import io.soabench.engine.bpel.syntax.BpelReading;
import io.soabench.engine.bpel.syntax.Import;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The steps of loading a definition: read the process, read its imports, check both, look up names. For one definition,
 * in one thread.
 */
final class ProcessLoading {
    private final Documents documents;
    private final String file;
    private final List<String> extra;
    private final Problems problems;

    private ProcessLoading(Documents documents, String file, List<String> extra, Set<Leniency> accepted) {
        this.problems = new Problems(accepted);
        this.documents = documents;
        this.file = file;
        this.extra = extra;
    }

    static ProcessDefinition onDisk(Path bpel, List<Path> extraWsdls, Set<Leniency> accepted) {
        List<String> extra = extraWsdls.stream().map(Documents::name).toList();
        return new ProcessLoading(Documents.onDisk(), Documents.name(bpel), extra, accepted).load();
    }

    static ProcessDefinition inMemory(String bpel, Map<String, byte[]> entries, Set<Leniency> accepted) {
        Documents documents = Documents.inMemory(entries);
        List<String> extra = new ArrayList<>();
        documents.names().forEach(name -> {
            if (name.endsWith(".wsdl")) {
                extra.add(name);
            }
        });
        return new ProcessLoading(documents, bpel, extra, accepted).load();
    }

    private ProcessDefinition load() {
        Optional<XmlElement> root = documents.document(file, problems);
        Optional<BpelProcess> source = root.flatMap(element -> BpelReading.read(element, problems));
        List<String> imported = new ArrayList<>();
        source.ifPresent(process -> process.imports().forEach(element -> imported(element, imported)));
        WsdlDefinitions wsdl = WsdlDefinitions.load(documents, imported, problems.accepted());
        WsdlDefinitions all = withExtra(wsdl, imported);
        problems.addAll(wsdl.problems().stream().map(ProcessLoading::coded).toList());
        problems.warnAll(wsdl.warnings().stream().map(ProcessLoading::coded).toList());
        source.ifPresent(process -> StaticAnalysis.check(process, wsdl, problems));
        Optional<ProcessModel> model = source.map(process -> ProcessBinding.bind(process, wsdl, problems));
        return new ProcessDefinition(file, source, all, model, problems.list(), problems.warnings());
    }

    /**
     * Removes the code of a problem about a definition that exists twice, for which processes have a rule of their own.
     */
    private static Problem coded(Problem problem) {
        return problem.code().endsWith("-DUPLICATE")
                ? new Problem("SA00014", problem.file(), problem.line(), problem.column(), problem.message())
                : problem;
    }

    /**
     * Adds further documents to the imported ones. The process is checked against its own imports only (rule SA00010).
     * Mistakes in further documents are problems. If mistakes are accepted, these documents and the documents that
     * import them are left out.
     */
    private WsdlDefinitions withExtra(WsdlDefinitions wsdl, List<String> imported) {
        List<String> others =
                extra.stream().filter(name -> !wsdl.files().contains(name)).toList();
        if (others.isEmpty()) {
            return wsdl;
        }
        WsdlDefinitions all = with(others, imported);
        List<Problem> mistakes = mistakes(all, wsdl);
        mistakes.forEach(problem -> problems.add(Leniency.UNUSED_DOCUMENTS, problem));
        if (mistakes.isEmpty() || !problems.accepted().contains(Leniency.UNUSED_DOCUMENTS)) {
            return all;
        }
        List<String> sound = others.stream()
                .filter(name -> mistakes(with(List.of(name), imported), wsdl).isEmpty())
                .toList();
        return with(sound, imported);
    }

    private WsdlDefinitions with(List<String> others, List<String> imported) {
        List<String> names = new ArrayList<>(imported);
        names.addAll(others);
        return WsdlDefinitions.load(documents, names, problems.accepted());
    }

    private static List<Problem> mistakes(WsdlDefinitions all, WsdlDefinitions wsdl) {
        return all.problems().stream()
                .filter(problem -> !problem.code().endsWith("-DUPLICATE"))
                .filter(problem -> !wsdl.problems().contains(problem))
                .toList();
    }

    private void imported(Import element, List<String> imported) {
        boolean wsdl = element.importType().equals(Bpel.IMPORT_WSDL);
        if (!wsdl && !element.importType().equals(Bpel.IMPORT_SCHEMA)) {
            problems.add(
                    "SA00013",
                    element.location().attribute("importType"),
                    "'" + element.importType() + "' in attribute 'importType' is neither '" + Bpel.IMPORT_WSDL
                            + "' nor '" + Bpel.IMPORT_SCHEMA + "'");
            return;
        }
        element.file()
                .flatMap(reference ->
                        documents.resolve(file, reference, element.location().attribute("location"), problems))
                .ifPresent(name -> {
                    imported.add(name);
                    documents.document(name, problems).ifPresent(root -> check(element, wsdl, root));
                });
    }

    private void check(Import element, boolean wsdl, XmlElement root) {
        boolean isWsdl = root.is(Wsdl.NAMESPACE, "definitions");
        boolean isSchema = root.is(Wsdl.SCHEMA, "schema");
        if (wsdl ? !isWsdl : !isSchema) {
            problems.add(
                    "SA00013",
                    element.location().attribute("importType"),
                    "'" + root.location().file() + "' is "
                            + (isWsdl ? "a WSDL document" : isSchema ? "an XML Schema" : "neither WSDL nor XML Schema")
                            + ", but 'importType' is '" + element.importType() + "'");
            return;
        }
        String found = root.attribute("targetNamespace").orElse("");
        if (element.namespace().isPresent() && !element.namespace().get().equals(found)) {
            problems.add(
                    Leniency.IMPORT_NAMESPACES,
                    "SA00011",
                    element.location().attribute("namespace"),
                    "'" + root.location().file() + "' has the target namespace '" + found + "', not '"
                            + element.namespace().get() + "'; correct the attribute 'namespace'");
        } else if (element.namespace().isEmpty() && !found.isEmpty()) {
            problems.add(
                    Leniency.IMPORT_NAMESPACES,
                    "SA00012",
                    element.location(),
                    "'" + root.location().file() + "' has the target namespace '" + found
                            + "'; add the attribute 'namespace' to the import");
        }
    }
}
