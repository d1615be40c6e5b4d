package io.soabench.dsl;

import com.google.inject.Injector;
import io.soabench.dsl.documents.ReferencedFiles;
import io.soabench.dsl.documents.TextProblem;
import io.soabench.dsl.repair.RepairedText;
import io.soabench.dsl.repair.Repairs;
import io.soabench.dsl.scoping.Imports;
import io.soabench.dsl.scoping.TypeLibrary;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.issue.Places;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Testbed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.formatting2.FormatterRequest;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.formatting2.regionaccess.ITextRegionAccess;
import org.eclipse.xtext.formatting2.regionaccess.TextRegionAccessBuilder;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.SaveOptions;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.resource.XtextResourceSet;
import org.eclipse.xtext.serializer.ISerializer;
import org.eclipse.xtext.util.LineAndColumn;

/**
 * The reader of the language for other modules. It reads, formats and serializes model files.
 *
 * <p>The server, metric and event types of plug-ins are found on the class path of a class loader, see {@link
 * TypeLibrary}. A reader is not safe for use by several threads at once.
 */
public final class TestbedReader {

    static final Injector INJECTOR = new TestbedStandaloneSetup().createInjectorAndDoEMFRegistration();

    private final ClassLoader types;

    /** The declarations of plug-ins, which are read once and move on from model to model. */
    private List<Resource> libraries = List.of();

    /** Creates a reader that finds the plug-ins' types by the context class loader of the thread that creates it. */
    public TestbedReader() {
        this(Thread.currentThread().getContextClassLoader());
    }

    /** Creates a reader that finds the plug-ins' types by a class loader. */
    public TestbedReader(ClassLoader types) {
        this.types = types == null ? TestbedReader.class.getClassLoader() : types;
    }

    /**
     * The result of reading a model.
     *
     * @param testbed the root element. Its resource set holds the imported files and the plug-ins' types. References
     *     are resolved, except those with errors. A text with syntax errors is read in its repaired form
     * @param issues of the file and of its imports, sorted by file, line and column
     * @param files all files that were read and exist, absolute and sorted: the model file and its imports, the WSDL,
     *     schema, BPEL, data and distribution files
     * @param faulty the elements with errors; the whole testbed if the text has syntax errors that leave its meaning
     *     open
     */
    public record Result(Testbed testbed, List<Issue> issues, SortedSet<Path> files, Set<EObject> faulty) {

        public Result {
            issues = List.copyOf(issues);
            faulty = Set.copyOf(faulty);
            files = Collections.unmodifiableSortedSet(new TreeSet<>(files));
        }

        /** Returns whether the model can be compiled, which requires that no issue is an error. */
        public boolean valid() {
            return issues.stream().noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
        }

        /** Returns the issues of a severity. */
        public List<Issue> issues(Issue.Severity severity) {
            return issues.stream().filter(issue -> issue.severity() == severity).toList();
        }

        /** Returns the testbed with its imports. */
        public WholeTestbed whole() {
            return WholeTestbed.of(testbed);
        }
    }

    /**
     * Reads and checks a model file and what it imports.
     *
     * @throws NoSuchFileException if there is no such file
     * @throws IOException if it cannot be read, or is not named like a model
     */
    public Result read(Path file) throws IOException {
        return read(file, Map.of());
    }

    /**
     * Reads a model file while some files are open in an editor.
     *
     * @param unsaved text of model files by absolute, normalized path; it replaces the content on disk, and the file
     *     may be missing there
     */
    public Result read(Path file, Map<Path, String> unsaved) throws IOException {
        Path root = file.toAbsolutePath().normalize();
        if (!unsaved.containsKey(root)) {
            TestbedName.requireModel(file);
        }
        Loaded loaded = load(root, unsaved);
        Map<Path, RepairedText> repaired = new HashMap<>();
        // A text that was repaired may import further files.
        while (repair(loaded, repaired)) {
            Map<Path, String> texts = new HashMap<>(unsaved);
            repaired.forEach((path, each) -> texts.put(path, each.text()));
            loaded = load(root, texts);
        }
        Testbed testbed = loaded.testbed();
        List<XtextResource> read = loaded.files();
        Set<Issue> issues = new TreeSet<>();
        Set<EObject> faulty = new HashSet<>();
        for (XtextResource each : read) {
            FileCheck check = new FileCheck(each, path(each.getURI()), repaired);
            issues.addAll(check.issues());
            faulty.addAll(check.faulty());
        }
        for (Testbed library : TypeLibrary.of(loaded.resources())) {
            issues.addAll(broken(library.eResource()));
        }
        libraries = TypeLibrary.of(loaded.resources()).stream()
                .map(EObject::eResource)
                .toList();
        SortedSet<Path> files = new TreeSet<>();
        ReferencedFiles references = INJECTOR.getInstance(ReferencedFiles.class);
        for (XtextResource each : read) {
            files.add(path(each.getURI()));
            files.addAll(references.of(root(each)));
        }
        for (Path each : files) {
            if (unsaved.containsKey(each)) {
                continue;
            }
            TextProblem.of(each).ifPresent(problem -> {
                // Issues that come from wrongly decoded bytes are misleading and are removed.
                issues.removeIf(issue -> issue.path().equals(each));
                issues.add(new Issue(Issue.Severity.ERROR, IssueCode.NOT_UTF_8, problem.place(), problem.message()));
                faulty.add(testbed);
            });
        }
        if (issues.stream().anyMatch(issue -> issue.code() == IssueCode.SYNTAX)) {
            faulty.add(testbed);
        }
        return new Result(testbed, List.copyOf(issues), files, faulty);
    }

    /**
     * A model file and its imports.
     *
     * @param files that were read, the model file first
     */
    private record Loaded(XtextResourceSet resources, Testbed testbed, List<XtextResource> files) {}

    private Loaded load(Path root, Map<Path, String> unsaved) throws IOException {
        XtextResourceSet resources = resources();
        resources.getResources().addAll(libraries);
        UnsavedFiles texts = new UnsavedFiles(unsaved);
        resources.getURIConverter().getURIHandlers().add(0, texts);
        XtextResource resource = load(
                resources, root, texts.of(root).isPresent() ? texts.of(root).get() : Files.readAllBytes(root));
        Testbed testbed = root(resource);
        Imports.load(testbed);
        return new Loaded(
                resources,
                testbed,
                WholeTestbed.of(testbed).files().stream()
                        .map(EObject::eResource)
                        .map(XtextResource.class::cast)
                        .toList());
    }

    /** Repairs the texts that the parser could not follow, each once; whether there was any. */
    private static boolean repair(Loaded loaded, Map<Path, RepairedText> repaired) {
        boolean any = false;
        for (XtextResource each : loaded.files()) {
            Path file = path(each.getURI());
            if (syntaxErrors(each) && !repaired.containsKey(file)) {
                String text = each.getParseResult().getRootNode().getText();
                repaired.put(file, INJECTOR.getInstance(Repairs.class).of(text));
                any = true;
            }
        }
        return any;
    }

    /** Returns the places of elements of models that this or another reader has read. */
    public static Places places() {
        return TestbedReader::place;
    }

    private static Place place(EObject element, EStructuralFeature feature) {
        List<INode> nodes = feature == null ? List.of() : NodeModelUtils.findNodesForFeature(element, feature);
        INode node = nodes.isEmpty() ? NodeModelUtils.getNode(element) : nodes.get(0);
        if (node == null) {
            return element.eContainer() == null ? Places.FILES.of(element, feature) : place(element.eContainer(), null);
        }
        LineAndColumn place = NodeModelUtils.getLineAndColumn(node, node.getOffset());
        return new Place(Places.fileOf(element), place.getLine(), place.getColumn());
    }

    /** Returns the plug-ins' declarations of server, metric and event types, a root element for each file. */
    public List<Testbed> library() {
        return TypeLibrary.of(resources());
    }

    /** Lays the text of a model file out. A text with syntax errors is returned as it is. */
    public String format(String text) {
        XtextResource resource = parse(text);
        if (!resource.getErrors().isEmpty() && syntaxErrors(resource)) {
            return text;
        }
        ITextRegionAccess access = INJECTOR.getInstance(TextRegionAccessBuilder.class)
                .forNodeModel(resource)
                .create();
        FormatterRequest request = INJECTOR.getInstance(FormatterRequest.class).setTextRegionAccess(access);
        IFormatter2 formatter = INJECTOR.getInstance(IFormatter2.class);
        return access.getRewriter().renderToString(formatter.format(request));
    }

    /** Returns the text of a model, formatted. Comments of its source text are kept. */
    public String serialize(Testbed testbed) {
        return INJECTOR.getInstance(ISerializer.class)
                .serialize(testbed, SaveOptions.newBuilder().format().getOptions());
    }

    /**
     * Returns the effective model, as text in the language. Omitted values are written with their defaults and marked
     * as such. Imported elements and the test cases of each case are included.
     *
     * @param testbed a model without errors
     * @param profile the selected one, if any
     */
    public String explain(Testbed testbed, Optional<Profile> profile) {
        return new Explanation(WholeTestbed.of(testbed), profile, TestbedReader::words).text();
    }

    /** Returns the text of an element on one line, without comments. */
    private static String words(EObject element) {
        ICompositeNode node = NodeModelUtils.getNode(element);
        return node == null
                ? INJECTOR.getInstance(ISerializer.class).serialize(element)
                : NodeModelUtils.getTokenText(node);
    }

    private XtextResource parse(String text) {
        try {
            return load(resources(), Path.of("text.testbed").toAbsolutePath(), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private XtextResourceSet resources() {
        XtextResourceSet resources = INJECTOR.getInstance(XtextResourceSet.class);
        resources.setClasspathURIContext(types);
        resources.addLoadOption(XtextResource.OPTION_ENCODING, StandardCharsets.UTF_8.name());
        return resources;
    }

    private static XtextResource load(XtextResourceSet resources, Path file, byte[] content) throws IOException {
        XtextResource resource = (XtextResource) resources.createResource(URI.createFileURI(file.toString()));
        resource.load(
                new ByteArrayInputStream(content),
                Map.of(XtextResource.OPTION_ENCODING, StandardCharsets.UTF_8.name()));
        return resource;
    }

    private static Testbed root(XtextResource resource) {
        return (Testbed) resource.getContents().get(0);
    }

    static boolean syntaxErrors(XtextResource resource) {
        return resource.getParseResult() != null && resource.getParseResult().hasSyntaxErrors();
    }

    private static List<Issue> broken(Resource library) {
        return library.getErrors().stream()
                .map(error -> new Issue(
                        Issue.Severity.ERROR,
                        IssueCode.LIBRARY_BROKEN,
                        new Place(path(library.getURI()), error.getLine(), error.getColumn()),
                        error.getMessage()))
                .toList();
    }

    private static Path path(URI uri) {
        return uri.isFile() ? Path.of(uri.toFileString()) : Path.of(uri.toString());
    }
}
