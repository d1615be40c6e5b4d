package io.soabench.ide.feature;

import io.soabench.contracts.source.Location;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.lsp4j.Range;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.XtextResource;

/**
 * The declarations and uses of names: in a model, in its imports, and in the models that import it. For one thread.
 */
public final class Navigation {

    /** The folders without models, which a search skips. */
    private static final Set<String> LEFT_OUT = Set.of("target", "node_modules", "build", "bin");

    /** The greatest number of models that are searched in a workspace. */
    private static final int MOST_FILES = 500;

    /** A place in a file. */
    public record Found(Path file, Range range) {}

    private final OpenDocuments documents;
    private final Models models;
    private final Map<String, Path> declarations = new HashMap<>();

    public Navigation(OpenDocuments documents, Models models) {
        this.documents = documents;
        this.models = models;
    }

    /**
     * Returns the declaration of the word at a cursor, in a model, a WSDL or a BPEL document, or the file that it
     * names.
     */
    public Optional<Found> definition(Snapshot snapshot, int offset) {
        Optional<NamedElement> named = snapshot.named(offset);
        return named.isPresent()
                ? declaration(named.get())
                : new DocumentPlaces(snapshot).of(offset).map(this::found);
    }

    private Found found(Location location) {
        Path file = Path.of(location.file()).toAbsolutePath().normalize();
        Lines lines = new Lines(documents.text(file).orElse(""));
        int start = lines.offset(Math.max(0, location.line() - 1), Math.max(0, location.column() - 1));
        int end = location.line() <= lines.count() ? lines.lineEnd(Math.max(0, location.line() - 1)) : start;
        return new Found(file, lines.range(start, Math.max(start, end)));
    }

    /**
     * Returns the place of the name in the declaration of an element. Declarations of plug-ins are written to a
     * file that can be opened.
     */
    public Optional<Found> declaration(NamedElement element) {
        INode name = Snapshot.nameOf(element).map(INode.class::cast).orElse(NodeModelUtils.getNode(element));
        if (name == null) {
            return Optional.empty();
        }
        String text = name.getRootNode().getText();
        return Snapshot.fileOf(element)
                .or(() -> Optional.of(declarationFile(element, text)))
                .map(file -> new Found(
                        file,
                        new Lines(documents.text(file).orElse(text)).range(name.getOffset(), name.getEndOffset())));
    }

    private Path declarationFile(NamedElement element, String text) {
        return declarations.computeIfAbsent(element.eResource().getURI().toString(), any -> {
            try {
                Path folder = Files.createTempDirectory("soabench-types");
                Path file = Files.writeString(folder.resolve("types.testbed"), text, StandardCharsets.UTF_8);
                file.toFile().setReadOnly();
                folder.toFile().deleteOnExit();
                file.toFile().deleteOnExit();
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException("the declarations of plug-ins cannot be shown", e);
            }
        });
    }

    /**
     * Returns the uses of an element, with its declaration, by file.
     *
     * @param readers the models to search, see {@link #readers}
     */
    public Map<Path, List<Range>> uses(List<Snapshot> readers, NamedElement element, boolean declaration) {
        Map<Path, List<Range>> uses = new LinkedHashMap<>();
        if (declaration && Snapshot.fileOf(element).isPresent()) {
            declaration(element).ifPresent(found -> uses.computeIfAbsent(found.file(), any -> new ArrayList<>())
                    .add(found.range()));
        }
        String address = EcoreUtil.getURI(element).toString();
        Set<Path> seen = new TreeSet<>();
        readers.forEach(each -> collect(each, address, seen, uses));
        return uses;
    }

    /**
     * Returns the models that may use an element: the model in which it was found, its imports, and others that
     * contain its name.
     *
     * @param folders of the workspace; open models outside of them are included
     */
    public List<Snapshot> readers(Snapshot first, NamedElement element, List<Path> folders) {
        List<Snapshot> readers = new ArrayList<>(List.of(first));
        Set<Path> candidates = new TreeSet<>(documents.models());
        candidates.addAll(workspace(folders));
        first.result().whole().files().forEach(each -> Snapshot.fileOf(each).ifPresent(candidates::remove));
        for (Path file : candidates) {
            if (documents
                    .text(file)
                    .filter(text -> text.contains(element.getName()))
                    .isPresent()) {
                models.read(file, documents.unsaved()).ifPresent(readers::add);
            }
        }
        return readers;
    }

    private void collect(Snapshot snapshot, String address, Set<Path> seen, Map<Path, List<Range>> uses) {
        for (Testbed testbed : snapshot.result().whole().files()) {
            Optional<Path> file = Snapshot.fileOf(testbed);
            if (file.isPresent() && seen.add(file.get())) {
                List<Range> found = uses(testbed, address, file.get());
                if (!found.isEmpty()) {
                    uses.computeIfAbsent(file.get(), any -> new ArrayList<>()).addAll(found);
                }
            }
        }
    }

    private List<Range> uses(Testbed testbed, String address, Path file) {
        Lines lines = new Lines(documents.text(file).orElseGet(() -> ((XtextResource) testbed.eResource())
                .getParseResult()
                .getRootNode()
                .getText()));
        List<Range> ranges = new ArrayList<>();
        testbed.eAllContents().forEachRemaining(element -> {
            for (EReference reference : element.eClass().getEAllReferences()) {
                if (reference.isContainment() || reference.isContainer() || reference.isDerived()) {
                    continue;
                }
                List<?> targets = reference.isMany()
                        ? (List<?>) element.eGet(reference)
                        : element.eIsSet(reference) ? List.of(element.eGet(reference)) : List.of();
                List<INode> nodes =
                        targets.isEmpty() ? List.of() : NodeModelUtils.findNodesForFeature(element, reference);
                for (int i = 0; i < Math.min(targets.size(), nodes.size()); i++) {
                    if (EcoreUtil.getURI((EObject) targets.get(i)).toString().equals(address)) {
                        ranges.add(lines.range(
                                nodes.get(i).getOffset(), nodes.get(i).getEndOffset()));
                    }
                }
            }
        });
        return ranges;
    }

    /** Returns the models in some folders. */
    public static List<Path> workspace(List<Path> folders) {
        Set<Path> found = new TreeSet<>();
        for (Path folder : folders) {
            try {
                Files.walkFileTree(folder, Set.of(), 12, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                        String name = String.valueOf(inner.getFileName());
                        return !inner.equals(folder) && (name.startsWith(".") || LEFT_OUT.contains(name))
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (OpenDocuments.isModel(file)) {
                            found.add(file.toAbsolutePath().normalize());
                        }
                        return found.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) {
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException("the workspace cannot be read", e);
            }
        }
        return List.copyOf(found);
    }
}
