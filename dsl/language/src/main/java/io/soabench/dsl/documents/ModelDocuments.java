package io.soabench.dsl.documents;

import com.google.inject.Inject;
import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.languages.ProcessFile;
import io.soabench.languages.ProcessReaders;
import io.soabench.model.AcceptedWords;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.Realisation;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.util.IResourceScopeCache;

/** The files that a model names, relative to the model file. Each is read once until it or the model changes. */
public final class ModelDocuments {

    private final IResourceScopeCache cache;
    private final DocumentCache memory;

    @Inject
    ModelDocuments(IResourceScopeCache cache, DocumentCache memory) {
        this.cache = cache;
        this.memory = memory;
    }

    /** Returns the path that a name in a model stands for; empty if the model is not a file or the name no path. */
    public Optional<Path> path(EObject place, String name) {
        Resource resource = place.eResource();
        if (resource == null || !resource.getURI().isFile() || name == null || name.isBlank()) {
            return Optional.empty();
        }
        try {
            Path model = Path.of(resource.getURI().toFileString()).toAbsolutePath();
            return Optional.of(model.resolveSibling(name).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the file that a name in a model stands for, if it is there and can be read. */
    public Optional<Path> file(EObject place, String name) {
        return path(place, name).filter(path -> Files.isRegularFile(path) && Files.isReadable(path));
    }

    /** Returns the file that a name in a model stands for, if it is text in its encoding. */
    private Optional<Path> text(EObject place, String name) {
        return file(place, name)
                .filter(path -> cache.get(key("text", List.of(path)), place.eResource(), () -> TextProblem.of(path)
                        .isEmpty()));
    }

    /** Returns the place of a problem of a document. */
    public static Place place(Problem problem) {
        return new Place(
                Path.of(problem.file()).toAbsolutePath().normalize(),
                Math.max(1, problem.line()),
                Math.max(1, problem.column()));
    }

    /** Returns the WSDL document that a name in a model stands for, with what it imports. */
    public Optional<WsdlDefinitions> wsdl(EObject place, String name) {
        return text(place, name)
                .map(path -> cache.get(key("wsdl", List.of(path)), place.eResource(), () -> memory.wsdl(path)));
    }

    /** Returns the file of a process in another language than BPEL; empty if it is missing. */
    public Optional<ProcessFile> file(Realisation realisation) {
        String language = realisation.getLanguage().getLiteral();
        Optional<String> process = Optional.ofNullable(realisation.getProcess());
        return text(realisation, realisation.getFile())
                .map(path -> cache.get(
                        key(language + process.map(id -> " " + id).orElse(""), List.of(path)),
                        realisation.eResource(),
                        () -> ProcessReaders.read(language, path, process)));
    }

    /**
     * Returns the problems of documents without their consequences. When a document cannot be read at all, its
     * definitions are missing in the others.
     */
    public static List<Problem> causes(List<Problem> problems) {
        List<Problem> unreadable = problems.stream()
                .filter(problem -> problem.code().startsWith("XML-"))
                .toList();
        return unreadable.isEmpty() ? problems : unreadable;
    }

    /**
     * Returns the BPEL process of a white-box process with its WSDL documents, as the engines of the model take it;
     * empty if the BPEL file is missing, or a WSDL document states the contract.
     */
    public Optional<ProcessDefinition> process(WhiteBoxProcess process) {
        Optional<Path> bpel = text(process, process.getBpel());
        List<Path> wsdls = process.getWsdls().stream()
                .flatMap(name -> text(process, name).stream())
                .toList();
        return bpel.map(path -> {
            List<Path> all = new ArrayList<>(wsdls);
            all.add(0, path);
            String words = cache.get("accepted words", process.eResource(), () -> AcceptedWords.of(process));
            return cache.get(
                    key("bpel " + words, all),
                    process.eResource(),
                    () -> memory.process(path, wsdls, Leniency.known(words)));
        });
    }

    private static String key(String kind, List<Path> files) {
        StringBuilder key = new StringBuilder(kind);
        for (Path file : files) {
            key.append('|').append(file).append('|');
            try {
                key.append(Files.getLastModifiedTime(file)).append('|').append(Files.size(file));
            } catch (IOException e) {
                key.append("unreadable");
            }
        }
        return key.toString();
    }
}
