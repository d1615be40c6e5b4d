package io.soabench.dsl.documents;

import com.google.inject.Inject;
import io.soabench.model.testbed.AnswerFile;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.PublishedResults;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.emf.ecore.EObject;

/** The files that a model file refers to, and those that they import. */
public final class ReferencedFiles {

    private final ModelDocuments files;

    @Inject
    ReferencedFiles(ModelDocuments files) {
        this.files = files;
    }

    /** Returns the files that are there, absolute and sorted. */
    public Set<Path> of(Testbed testbed) {
        Set<Path> found = new TreeSet<>();
        testbed.eAllContents().forEachRemaining(element -> {
            if (element instanceof ServiceType type) {
                wsdl(type, type.getWsdl(), found);
            } else if (element instanceof BlackBoxProcess process) {
                wsdl(process, process.getWsdl(), found);
                files.file(process, process.getTrust()).ifPresent(found::add);
            } else if (element instanceof WhiteBoxProcess process) {
                process(process, found);
            } else if (element instanceof DataChunk chunk) {
                files.file(chunk, chunk.getFile()).ifPresent(found::add);
            } else if (element instanceof Rows rows) {
                files.file(rows, rows.getFile()).ifPresent(found::add);
            } else if (element instanceof Replay replay) {
                files.file(replay, replay.getFile()).ifPresent(found::add);
            } else if (element instanceof AnswerFile answer) {
                files.file(answer, answer.getFile()).ifPresent(found::add);
            } else if (element instanceof FunctionalCheck check) {
                files.file(check, check.getRequest()).ifPresent(found::add);
                files.file(check, check.getAnswer()).ifPresent(found::add);
            } else if (element instanceof PublishedResults published) {
                files.file(published, published.getFile()).ifPresent(found::add);
            } else if (element instanceof EmpiricalDistribution empirical) {
                files.file(empirical, empirical.getFile()).ifPresent(found::add);
            }
        });
        return found;
    }

    private void wsdl(EObject place, String name, Set<Path> found) {
        files.wsdl(place, name).ifPresent(definitions -> add(definitions.files(), found));
    }

    private void process(WhiteBoxProcess process, Set<Path> found) {
        files.file(process, process.getBpel()).ifPresent(found::add);
        files.file(process, process.getContract()).ifPresent(found::add);
        wsdl(process, process.getContract(), found);
        process.getRealisations()
                .forEach(each -> files.file(process, each.getFile()).ifPresent(found::add));
        process.getWsdls().forEach(name -> files.file(process, name).ifPresent(found::add));
        files.process(process).ifPresent(definition -> add(definition.wsdl().files(), found));
    }

    private static void add(List<String> names, Set<Path> found) {
        names.forEach(name -> found.add(Path.of(name).toAbsolutePath().normalize()));
    }
}
