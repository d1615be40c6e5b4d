package io.soabench.eclipse.editor;

import io.soabench.eclipse.model.ModelPage;
import io.soabench.eclipse.source.SourceEditor;
import java.util.List;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.dialogs.ErrorDialog;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.IEditorSite;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.actions.ActionFactory;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.ide.IGotoMarker;
import org.eclipse.ui.part.MultiPageEditorPart;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.views.contentoutline.IContentOutlinePage;

/** The editor of a testbed, with its two pages. */
public final class TestbedEditor extends MultiPageEditorPart implements IGotoMarker {

    /** Its identifier. */
    public static final String ID = "io.soabench.eclipse.editor";

    /** The page with the text. */
    public static final int SOURCE = 0;

    /** The page with the tree. */
    public static final int MODEL = 1;

    private final SourceEditor source = new SourceEditor();
    private ModelPage model;

    @Override
    public void init(IEditorSite site, IEditorInput input) throws PartInitException {
        super.init(site, input);
        setPartName(input.getName());
    }

    @Override
    protected void createPages() {
        try {
            setPageText(addPage(source, getEditorInput()), "Source");
        } catch (PartInitException e) {
            ErrorDialog.openError(getSite().getShell(), "Testbed", "The text cannot be shown", e.getStatus());
            return;
        }
        if (source.document() != null) {
            model = new ModelPage(getContainer(), source.document());
            setPageText(addPage(model.control()), "Model");
        }
    }

    @Override
    protected void pageChange(int page) {
        super.pageChange(page);
        if (model != null) {
            model.visible(page != 0);
            undoes();
        }
    }

    /** Registers undo, redo and save of the text for both pages. */
    private void undoes() {
        IActionBars bars = getEditorSite().getActionBars();
        for (String each :
                List.of(ActionFactory.UNDO.getId(), ActionFactory.REDO.getId(), ActionFactory.SAVE.getId())) {
            if (source.getAction(each) != null) {
                bars.setGlobalActionHandler(each, source.getAction(each));
            }
        }
        bars.updateActionBars();
    }

    /** Returns the page with the tree; null for an input that is not a file. */
    public ModelPage model() {
        return model;
    }

    @Override
    public void dispose() {
        if (model != null) {
            model.dispose();
        }
        super.dispose();
    }

    @Override
    public void doSave(IProgressMonitor monitor) {
        source.doSave(monitor);
    }

    @Override
    public void doSaveAs() {
        source.doSaveAs();
        setInput(source.getEditorInput());
        setPartName(source.getEditorInput().getName());
    }

    @Override
    public boolean isSaveAsAllowed() {
        return true;
    }

    /** Shows a page, {@link #SOURCE} or {@link #MODEL}. */
    public void show(int page) {
        setActivePage(page);
    }

    /** Returns the page with the text. */
    public SourceEditor source() {
        return source;
    }

    @Override
    public void gotoMarker(IMarker marker) {
        setActivePage(0);
        IDE.gotoMarker(source, marker);
    }

    @Override
    public <T> T getAdapter(Class<T> type) {
        if (type == IContentOutlinePage.class) {
            return source.getAdapter(type);
        }
        if (type == ITextEditor.class || type == SourceEditor.class) {
            return type.cast(source);
        }
        return super.getAdapter(type);
    }
}
