package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import java.net.URI;
import java.util.List;
import java.util.ResourceBundle;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.jface.text.source.IVerticalRuler;
import org.eclipse.jface.text.source.SourceViewer;
import org.eclipse.jface.text.source.projection.ProjectionSupport;
import org.eclipse.jface.text.source.projection.ProjectionViewer;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IEditorInput;
import org.eclipse.ui.IURIEditorInput;
import org.eclipse.ui.editors.text.EditorsUI;
import org.eclipse.ui.texteditor.AbstractDecoratedTextEditor;
import org.eclipse.ui.texteditor.ContentAssistAction;
import org.eclipse.ui.texteditor.ITextEditorActionConstants;
import org.eclipse.ui.texteditor.ITextEditorActionDefinitionIds;
import org.eclipse.ui.texteditor.SourceViewerDecorationSupport;
import org.eclipse.ui.texteditor.TextOperationAction;
import org.eclipse.ui.views.contentoutline.IContentOutlinePage;

/** The text of a testbed. */
public final class SourceEditor extends AbstractDecoratedTextEditor implements SourcePage {

    /** The context in which its keys are bound. */
    public static final String SCOPE = "io.soabench.eclipse.source";

    private SourceDocument document;
    private Colouring colouring;
    private Folding folding;
    private OutlinePage outline;
    private ProjectionSupport projection;

    @Override
    protected void initializeEditor() {
        super.initializeEditor();
        setSourceViewerConfiguration(new SourceConfiguration(this));
        setPreferenceStore(EditorsUI.getPreferenceStore());
        setEditorContextMenuId("#SoabenchSourceContext");
        setRulerContextMenuId("#SoabenchSourceRuler");
    }

    @Override
    protected void initializeKeyBindingScopes() {
        setKeyBindingScopes(new String[] {SCOPE});
    }

    @Override
    protected ISourceViewer createSourceViewer(Composite parent, IVerticalRuler ruler, int styles) {
        ProjectionViewer viewer =
                new ProjectionViewer(parent, ruler, getOverviewRuler(), isOverviewRulerVisible(), styles);
        getSourceViewerDecorationSupport(viewer);
        return viewer;
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        ProjectionViewer viewer = (ProjectionViewer) getSourceViewer();
        projection = new ProjectionSupport(viewer, getAnnotationAccess(), getSharedColors());
        projection.addSummarizableAnnotationType("org.eclipse.ui.workbench.texteditor.error");
        projection.addSummarizableAnnotationType("org.eclipse.ui.workbench.texteditor.warning");
        projection.install();
        viewer.doOperation(ProjectionViewer.TOGGLE);
        colouring = new Colouring(viewer, () -> document);
        folding = new Folding(viewer, () -> document);
        refresh();
    }

    @Override
    protected void configureSourceViewerDecorationSupport(SourceViewerDecorationSupport support) {
        super.configureSourceViewerDecorationSupport(support);
        support.setCharacterPairMatcher(Brackets.matcher());
        support.setMatchingCharacterPainterPreferenceKeys("matchingBrackets", "matchingBracketsColor");
        getPreferenceStore().setDefault("matchingBrackets", true);
        getPreferenceStore().setDefault("matchingBracketsColor", "127,127,127");
    }

    @Override
    protected void createActions() {
        super.createActions();
        ResourceBundle words = ResourceBundle.getBundle("io.soabench.eclipse.source.actions");
        ContentAssistAction propose = new ContentAssistAction(words, "propose.", this);
        propose.setActionDefinitionId(ITextEditorActionDefinitionIds.CONTENT_ASSIST_PROPOSALS);
        setAction("io.soabench.eclipse.propose", propose);
        TextOperationAction fix = new TextOperationAction(words, "fix.", this, ISourceViewer.QUICK_ASSIST);
        fix.setActionDefinitionId(ITextEditorActionDefinitionIds.QUICK_ASSIST);
        setAction(ITextEditorActionConstants.QUICK_ASSIST, fix);
        for (SourceCommand each : List.of(new FormatCommand(this), new RenameCommand(this), new GoToDefinition(this))) {
            setAction(each.getActionDefinitionId(), each);
        }
    }

    @Override
    protected void editorContextMenuAboutToShow(IMenuManager menu) {
        super.editorContextMenuAboutToShow(menu);
        for (String each : List.of(GoToDefinition.COMMAND, RenameCommand.COMMAND, FormatCommand.COMMAND)) {
            addAction(menu, ITextEditorActionConstants.GROUP_EDIT, each);
        }
    }

    @Override
    protected void doSetInput(IEditorInput input) throws CoreException {
        closeDocument();
        super.doSetInput(input);
        URI address = input == null ? null : addressOf(input);
        IDocument text = input == null ? null : getDocumentProvider().getDocument(input);
        if (address != null && text != null) {
            document = new SourceDocument(address, text);
            document.afterChange(this::refresh);
            refresh();
        }
    }

    private static URI addressOf(IEditorInput input) {
        IFile file = input.getAdapter(IFile.class);
        if (file != null) {
            return file.getLocationURI();
        }
        return input instanceof IURIEditorInput external ? external.getURI() : null;
    }

    private void refresh() {
        if (colouring != null && document != null) {
            colouring.refresh();
            folding.refresh();
            if (outline != null) {
                outline.refresh();
            }
        }
    }

    @Override
    protected void performSave(boolean overwrite, IProgressMonitor monitor) {
        super.performSave(overwrite, monitor);
        if (document != null) {
            Language.instance().save(document.address());
        }
    }

    @Override
    public SourceDocument document() {
        return document;
    }

    @Override
    public SourceViewer viewer() {
        return (SourceViewer) getSourceViewer();
    }

    /** Returns the text of the window for a character; null for none. */
    public String explanation(int offset) {
        return new ExplanationHover(this).text(offset);
    }

    @Override
    public void showStatus(String sentence) {
        getEditorSite().getActionBars().getStatusLineManager().setErrorMessage(sentence.isEmpty() ? null : sentence);
    }

    @Override
    public <T> T getAdapter(Class<T> type) {
        if (type == IContentOutlinePage.class) {
            if (outline == null) {
                outline = new OutlinePage(this, () -> outline = null);
            }
            return type.cast(outline);
        }
        if (projection != null && getSourceViewer() != null) {
            T adapter = projection.getAdapter(getSourceViewer(), type);
            if (adapter != null) {
                return adapter;
            }
        }
        return super.getAdapter(type);
    }

    private void closeDocument() {
        if (document != null) {
            document.close();
            document = null;
        }
    }

    @Override
    public void dispose() {
        closeDocument();
        super.dispose();
    }
}
