package io.soabench.eclipse.model;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.RenameRequests;
import io.soabench.eclipse.source.SourceDocument;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.emf.edit.command.AddCommand;
import org.eclipse.emf.edit.command.CommandParameter;
import org.eclipse.emf.edit.command.SetCommand;
import org.eclipse.emf.edit.provider.IItemPropertyDescriptor;
import org.eclipse.emf.edit.provider.IItemPropertySource;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.viewers.DelegatingStyledCellLabelProvider;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.text.undo.DocumentUndoManagerRegistry;
import org.eclipse.text.undo.IDocumentUndoManager;
import org.eclipse.ui.views.properties.PropertySheetPage;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.XtextResource;

/** The model as a tree, and the properties of the selected element beside it. */
public final class ModelPage {

    private final SourceDocument document;
    private final Composite page;
    private final Label message;
    private final TreeViewer tree;
    private final PropertySheetPage sheet = new PropertySheetPage();
    private final ElementProviders providers = new ElementProviders();
    private final ModelTextConversion texts = new ModelTextConversion();
    private Testbed testbed;
    private String shown;
    private boolean visible;

    /** Makes the page; it shows nothing before it is shown itself. */
    public ModelPage(Composite parent, SourceDocument document) {
        this.document = document;
        page = new Composite(parent, SWT.NONE);
        GridLayout layout = new GridLayout();
        layout.marginWidth = 0;
        layout.marginHeight = 0;
        page.setLayout(layout);
        message = new Label(page, SWT.WRAP);
        message.setLayoutData(new GridData(SWT.FILL, SWT.TOP, true, false));
        SashForm sash = new SashForm(page, SWT.HORIZONTAL);
        sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        tree = new TreeViewer(sash, SWT.H_SCROLL | SWT.V_SCROLL | SWT.BORDER);
        tree.setContentProvider(new Elements(providers));
        tree.setLabelProvider(new DelegatingStyledCellLabelProvider(new ElementLabels(providers)));
        sheet.createControl(sash);
        sheet.setPropertySourceProvider(object -> object instanceof EObject element ? properties(element) : null);
        tree.addSelectionChangedListener(event -> sheet.selectionChanged(null, event.getSelection()));
        tree.getTree().setMenu(new TreeMenu(this).menu(tree.getTree()));
        document.afterChange(this::later);
    }

    /** Returns the control that the editor shows. */
    public Composite control() {
        return page;
    }

    /** Returns the tree. */
    public TreeViewer tree() {
        return tree;
    }

    /** Notes whether the page is shown. A hidden page is not kept up to date. */
    public void visible(boolean now) {
        visible = now;
        if (now) {
            refresh();
        }
    }

    private void later() {
        if (visible) {
            page.getDisplay().asyncExec(() -> {
                if (!page.isDisposed() && visible) {
                    refresh();
                }
            });
        }
    }

    /**
     * Makes the tree of the current text. Selected and expanded elements that still exist stay selected and expanded.
     */
    private void refresh() {
        String text = document.text().get();
        if (text.equals(shown)) {
            return;
        }
        try {
            Optional<Testbed> read = texts.read(document.file(), text);
            if (read.isEmpty()) {
                showStatus(
                        "The text has syntax errors; the tree shows it as it was before, and can be changed when they are gone.");
                tree.getTree().setEnabled(false);
                return;
            }
            show(read.get());
            shown = text;
        } catch (IOException e) {
            showStatus("The text cannot be read: " + e.getMessage());
        }
    }

    private void show(Testbed now) {
        List<String> open = java.util.Arrays.stream(tree.getExpandedElements())
                .map(each -> path((EObject) each))
                .toList();
        Optional<String> selected = selected().map(ModelPage::path);
        boolean first = testbed == null;
        testbed = now;
        tree.getTree().setEnabled(true);
        tree.setInput(new Testbed[] {now});
        if (first) {
            tree.expandToLevel(2);
        }
        open.forEach(each -> at(each).ifPresent(element -> tree.setExpandedState(element, true)));
        tree.setSelection(selected.flatMap(this::at)
                .<StructuredSelection>map(StructuredSelection::new)
                .orElse(StructuredSelection.EMPTY));
        showStatus("");
    }

    private static String path(EObject element) {
        return element.eResource() == null ? "" : element.eResource().getURIFragment(element);
    }

    private Optional<EObject> at(String path) {
        try {
            return Optional.ofNullable(testbed.eResource().getEObject(path));
        } catch (RuntimeException e) {
            // The path leads to an element that is not there any more.
            return Optional.empty();
        }
    }

    /** Returns the selected element. */
    public Optional<EObject> selected() {
        return ((IStructuredSelection) tree.getSelection()).getFirstElement() instanceof EObject element
                ? Optional.of(element)
                : Optional.empty();
    }

    private void showStatus(String sentence) {
        message.setText(sentence);
        ((GridData) message.getLayoutData()).exclude = sentence.isEmpty();
        message.setVisible(!sentence.isEmpty());
        page.layout();
    }

    private ElementProperties properties(EObject element) {
        List<IItemPropertyDescriptor> descriptors = providers
                .properties(element)
                .map((IItemPropertySource source) -> source.getPropertyDescriptors(element))
                .orElse(List.of());
        return new ElementProperties(element, descriptors, (feature, value) -> afterwards(element, feature, value));
    }

    /** Changes a property when the cell in which it was typed is closed: the change makes the sheet anew. */
    private void afterwards(EObject element, EStructuralFeature feature, Object value) {
        page.getDisplay().asyncExec(() -> {
            if (!page.isDisposed() && testbed != null && element.eResource() == testbed.eResource()) {
                set(element, feature, value);
            }
        });
    }

    /** Gives a property another value; a name is changed wherever it is used. */
    public void set(EObject element, EStructuralFeature feature, Object value) {
        if (ElementTemplate.isName(element, feature) && value != null) {
            rename(element, String.valueOf(value));
            return;
        }
        change(() -> {
            providers
                    .domain()
                    .getCommandStack()
                    .execute(SetCommand.create(
                            providers.domain(), element, feature, value == null ? SetCommand.UNSET_VALUE : value));
            return TextChange.between(shown, ModelTextConversion.write(testbed));
        });
    }

    /** Gives an element another name, in all files. */
    public void rename(EObject element, String name) {
        List<INode> nodes = NodeModelUtils.findNodesForFeature(element, TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        if (nodes.isEmpty()) {
            showStatus("What is selected has no name");
            return;
        }
        try {
            RenameRequests.rename(
                    document.address(), document.text(), nodes.get(0).getOffset(), name);
            refresh();
        } catch (Language.Refused | CoreException e) {
            showStatus(e.getMessage());
        } catch (BadLocationException e) {
            showStatus("The text has changed meanwhile; rename again");
        }
    }

    /** Removes an element. */
    public void delete(EObject element) {
        change(() -> TextChange.without(element, document.file(), shown));
    }

    /**
     * Returns the possible children of an element. Its generated provider proposes them, and the language must have
     * words for them.
     */
    Collection<CommandParameter> children(EObject parent) {
        return providers.editing(parent).getNewChildDescriptors(parent, providers.domain(), null).stream()
                .map(CommandParameter.class::cast)
                .filter(each -> new ElementTemplate((XtextResource) testbed.eResource())
                        .of(each.getEValue().eClass())
                        .isPresent())
                .toList();
    }

    /** Adds a new element below another one, and selects it. */
    void add(EObject parent, CommandParameter what) {
        change(() -> {
            EObject child = new ElementTemplate((XtextResource) testbed.eResource())
                    .of(what.getEValue().eClass())
                    .orElseThrow();
            EStructuralFeature feature = what.getEStructuralFeature();
            if (feature.isMany()) {
                providers
                        .domain()
                        .getCommandStack()
                        .execute(AddCommand.create(providers.domain(), parent, feature, child));
            } else {
                providers
                        .domain()
                        .getCommandStack()
                        .execute(SetCommand.create(providers.domain(), parent, feature, child));
            }
            return parent == testbed && child instanceof TestbedElement
                    ? TextChange.with(child, testbed, shown)
                    : TextChange.between(shown, ModelTextConversion.write(testbed));
        });
    }

    private interface Change {
        TextChange work() throws IOException;
    }

    /**
     * Changes the model, then makes the smallest corresponding change of the text, as one step of its undo, and then
     * shows the new tree.
     */
    private void change(Change change) {
        String before = document.text().get();
        if (!Objects.equals(before, shown)) {
            showStatus("The text has changed meanwhile; try it again");
            refresh();
            return;
        }
        IDocumentUndoManager undo = DocumentUndoManagerRegistry.getDocumentUndoManager(document.text());
        try {
            TextChange of = change.work();
            if (undo != null) {
                undo.commit();
            }
            document.text().replace(of.offset(), of.length(), of.text());
            if (undo != null) {
                undo.commit();
            }
        } catch (IOException | BadLocationException e) {
            ILog.get().error("A change in the tree failed", e);
        } catch (RuntimeException e) {
            ILog.get().info("The language has no words for a change in the tree: " + e.getMessage());
            shown = null;
            refresh();
            showStatus("The language has no words for this change: " + firstLine(e));
            return;
        }
        shown = null;
        refresh();
    }

    private static String firstLine(RuntimeException error) {
        return String.valueOf(error.getMessage())
                .strip()
                .lines()
                .filter(line -> !line.startsWith("Could not serialize"))
                .findFirst()
                .orElse("something that it needs is missing");
    }

    /** Releases the resources of the page. */
    public void dispose() {
        visible = false;
        sheet.dispose();
        providers.dispose();
    }

    /** Returns the parent of the menu's dialogs, which ask for names. */
    Composite parentOfDialogs() {
        return page;
    }
}
