package io.soabench.generators.cases;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.BoundCorrelation;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.generators.reading.ModelFiles;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.ProcessContract;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.soap.AliasPath;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * A check that requests of a load differ where their process finds its instances: a later message otherwise meets any
 * instance, and each request seems slow. Only correlation sets count that the first message initiates and a later one
 * uses.
 */
public final class CorrelationCheck {

    private final ModelFiles files;
    private final ProblemCollector problems;

    public CorrelationCheck(ModelFiles files, ProblemCollector problems) {
        this.files = files;
        this.problems = problems;
    }

    /**
     * Warns of a request that has no identifier or column in any correlation set of its process.
     *
     * @param chunk the data of the request; {@code null} for the request made from the WSDL
     * @param envelope of the request, with placeholders
     */
    public void check(TestedProcess process, DataChunk chunk, String envelope) {
        List<List<List<QName>>> sets = sets(process);
        if (envelope.isEmpty() || sets.isEmpty()) {
            return;
        }
        for (List<List<QName>> set : sets) {
            for (List<QName> path : set) {
                Optional<String> text = AliasPath.text(envelope, path);
                if (path.isEmpty() || text.isEmpty() || text.get().contains("${")) {
                    // One value that differs between requests, or that cannot be read, is enough: the requests may
                    // start different instances.
                    return;
                }
            }
        }
        String places = sets.stream()
                .flatMap(List::stream)
                .map(path -> path.stream().map(QName::getLocalPart).collect(Collectors.joining("/")))
                .distinct()
                .collect(Collectors.joining(", "));
        String sentence = "all requests to \"" + process.name() + "\" have the same text in " + places
                + ", by which later messages find their instance"
                + (chunk == null ? "" : " (file \"" + chunk.getFile() + "\")")
                + "; write ${uiid} there, or say it in the process: uiid to \"<path in the request>\"";
        if (chunk == null) {
            problems.warn(IssueCode.CORRELATION_SHARED, process.model(), Literals.NAMED_ELEMENT__NAME, sentence);
        } else {
            problems.warn(IssueCode.CORRELATION_SHARED, chunk, Literals.DATA_CHUNK__FILE, sentence);
        }
    }

    /** Returns the correlation sets that count, as paths into the request of clients; a path that is not simple is empty. */
    private List<List<List<QName>>> sets(TestedProcess process) {
        if (!(process.model() instanceof WhiteBoxProcess model)
                || process.contract().flatMap(ProcessContract::bpel).isEmpty()) {
            return List.of();
        }
        List<Path> wsdls = new ArrayList<>();
        model.getWsdls().forEach(wsdl -> files.find(model, Literals.WHITE_BOX_PROCESS__WSDLS, wsdl, wsdl)
                .ifPresent(wsdls::add));
        ProcessDefinition definition =
                files.process(model, process.contract().get().bpel().get(), wsdls);
        if (!definition.isValid()) {
            return List.of();
        }
        ProcessModel read = definition.model();
        return read.starts().stream()
                .filter(start -> start.partnerLink().name().equals(process.clientLink())
                        && start.operation().name().equals(process.operation().name()))
                .findFirst()
                .map(start -> start.correlations().stream()
                        .filter(use -> later(read, use))
                        .map(use -> paths(start, use))
                        .toList())
                .orElse(List.of());
    }

    private static boolean later(ProcessModel model, BoundCorrelation first) {
        return model.receptions().stream()
                .filter(reception -> !reception.createInstance())
                .flatMap(reception -> reception.correlations().stream())
                .anyMatch(use -> use.set().equals(first.set()));
    }

    private static List<List<QName>> paths(BoundReceipt start, BoundCorrelation use) {
        return use.requestAliases().stream()
                .map(alias -> AliasPath.of(alias, start.operation().input()))
                .toList();
    }
}
