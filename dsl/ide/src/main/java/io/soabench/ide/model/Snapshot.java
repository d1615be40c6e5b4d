package io.soabench.ide.model;

import io.soabench.dsl.TestbedReader;
import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Tokens;
import io.soabench.dsl.words.Unit;
import io.soabench.ide.text.Lines;
import io.soabench.ide.text.MendedText;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.Import;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.IResourceServiceProvider;
import org.eclipse.xtext.resource.XtextResource;

/**
 * A model as it was understood at one moment. Its offsets are offsets in the text, also where syntax errors were
 * taken out. Not safe for use by several threads, because a look-up may read further files.
 */
public final class Snapshot {

    private final Path file;
    private final Lines lines;
    private final Tokens tokens;
    private final List<Unit> units;
    private final Map<Path, MendedText> mended;
    private final TestbedReader.Result result;
    private final List<Issue> issues;

    Snapshot(Path file, String text, Map<Path, MendedText> mended, TestbedReader.Result result, List<Issue> issues) {
        this.file = file;
        this.lines = new Lines(text);
        this.tokens = Tokens.of(text);
        this.units = Unit.of(text, tokens);
        this.mended = Map.copyOf(mended);
        this.result = result;
        this.issues = List.copyOf(issues);
    }

    /** Returns the model file, absolute and normalized. */
    public Path file() {
        return file;
    }

    /** Returns the text of the model file. */
    public Lines lines() {
        return lines;
    }

    /** Returns the words of the model file. */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns the parts of the model file. */
    public List<Unit> units() {
        return units;
    }

    /** Returns the result of the reader. */
    public TestbedReader.Result result() {
        return result;
    }

    /** Returns the issues of the model and its imports, as the rules of the language report them. */
    public List<Issue> issues() {
        return issues;
    }

    /** Returns whether a file or one of its imports has syntax errors. */
    public boolean isTorn() {
        return !mended.isEmpty();
    }

    /** Returns whether a part of a model could not be understood at all. */
    public boolean isIncomplete() {
        return mended.values().stream().anyMatch(each -> !each.lost().isEmpty());
    }

    /** Returns whether an element stands in a part of a file that has syntax errors. */
    public boolean isTorn(EObject element) {
        MendedText of = fileOf(element).map(mended::get).orElse(null);
        ICompositeNode node = NodeModelUtils.getNode(element);
        return of != null && node != null && of.isTorn(node.getOffset());
    }

    /** Returns the file itself, without what it imports. */
    public Testbed testbed() {
        return result.testbed();
    }

    /** Returns a service of the language. */
    public <T> T service(Class<T> type) {
        return service(testbed(), type);
    }

    /** Returns a service of the language. */
    public static <T> T service(EObject model, Class<T> type) {
        IResourceServiceProvider provider = ((XtextResource) model.eResource()).getResourceServiceProvider();
        return provider.get(type);
    }

    /** Returns the file in which an element stands; empty for a declaration of a plug-in. */
    public static Optional<Path> fileOf(EObject element) {
        Resource resource = element.eResource();
        URI uri = resource == null ? null : resource.getURI();
        return uri != null && uri.isFile()
                ? Optional.of(Path.of(uri.toFileString()).toAbsolutePath().normalize())
                : Optional.empty();
    }

    /** Returns the word that a cursor touches, as the parser sees it; empty for white space and comments. */
    public Optional<ILeafNode> leaf(int offset) {
        return tokens.touching(offset)
                .filter(token -> token.kind() != Token.Kind.COMMENT)
                .flatMap(token -> leafOf(testbed(), token.start()));
    }

    /** Returns the word that begins at a character of the file in which an element stands. */
    public static Optional<ILeafNode> leafOf(EObject model, int offset) {
        XtextResource resource = (XtextResource) model.eResource();
        ILeafNode leaf = resource.getParseResult() == null
                ? null
                : NodeModelUtils.findLeafNodeAtOffset(resource.getParseResult().getRootNode(), offset);
        return leaf == null || leaf.isHidden() ? Optional.empty() : Optional.of(leaf);
    }

    /** Returns the innermost element to which the word at a cursor belongs. */
    public Optional<EObject> element(int offset) {
        return leaf(offset).map(NodeModelUtils::findActualSemanticObjectFor);
    }

    /** Returns the element on the top level in whose part a cursor is; also where the cursor stands on nothing. */
    public Optional<EObject> topLevel(int offset) {
        Unit unit = Unit.at(units, offset);
        for (TestbedElement element : testbed().getElements()) {
            ICompositeNode node = NodeModelUtils.getNode(element);
            if (node != null && unit.start() <= node.getOffset() && node.getOffset() < unit.end()) {
                // A part may have several elements on one line. The element around the cursor is returned.
                if (node.getOffset() <= offset && offset <= node.getEndOffset()) {
                    return Optional.of(element);
                }
            }
        }
        return testbed().getElements().stream()
                .filter(element -> {
                    ICompositeNode node = NodeModelUtils.getNode(element);
                    return node != null && unit.start() <= node.getOffset() && node.getOffset() < unit.end();
                })
                .reduce((first, second) -> second)
                .map(EObject.class::cast);
    }

    /** Returns the element to which the word at a cursor refers. */
    public Optional<EObject> referred(int offset) {
        return leaf(offset).flatMap(leaf -> reference(leaf)
                .flatMap(found -> target(found.element(), found.reference(), found.node()))
                .filter(target -> !target.eIsProxy()));
    }

    /** A word that refers to an element. */
    public record Referring(EObject element, EReference reference, INode node) {}

    /** Returns the reference of a word, if it is one. */
    public static Optional<Referring> reference(ILeafNode leaf) {
        for (INode node = leaf; node != null; node = node.getParent()) {
            if (node.getGrammarElement() instanceof CrossReference cross) {
                EObject element = NodeModelUtils.findActualSemanticObjectFor(node);
                Assignment assignment = GrammarUtil.containingAssignment(cross);
                if (element == null
                        || !(element.eClass().getEStructuralFeature(assignment.getFeature())
                                instanceof EReference reference)) {
                    return Optional.empty();
                }
                return Optional.of(new Referring(element, reference, node));
            }
        }
        return Optional.empty();
    }

    private static Optional<EObject> target(EObject element, EReference reference, INode node) {
        if (!reference.isMany()) {
            return Optional.ofNullable((EObject) element.eGet(reference));
        }
        List<?> values = (List<?>) element.eGet(reference);
        int index = NodeModelUtils.findNodesForFeature(element, reference).indexOf(node);
        return index >= 0 && index < values.size() ? Optional.of((EObject) values.get(index)) : Optional.empty();
    }

    /** Returns the element that the name at a cursor declares or refers to. */
    public Optional<NamedElement> named(int offset) {
        Optional<NamedElement> referred =
                referred(offset).filter(NamedElement.class::isInstance).map(NamedElement.class::cast);
        if (referred.isPresent()) {
            return referred;
        }
        return element(offset)
                .filter(NamedElement.class::isInstance)
                .map(NamedElement.class::cast)
                .filter(element ->
                        nameOf(element).filter(name -> touches(name, offset)).isPresent());
    }

    private static boolean touches(INode node, int offset) {
        return node.getOffset() <= offset && offset <= node.getEndOffset();
    }

    /** Returns the name in a declaration. */
    public static Optional<INode> nameOf(NamedElement element) {
        return NodeModelUtils.findNodesForFeature(element, TestbedPackage.Literals.NAMED_ELEMENT__NAME).stream()
                .findFirst();
    }

    /** Returns the import statement in which a cursor is. */
    public Optional<Import> importAt(int offset) {
        return element(offset).filter(Import.class::isInstance).map(Import.class::cast);
    }

    /** Returns the offset of a place in the text of this file. Places count from 1, offsets from 0. */
    public int offset(Place place) {
        return lines.offset(place.line() - 1, place.column() - 1);
    }
}
