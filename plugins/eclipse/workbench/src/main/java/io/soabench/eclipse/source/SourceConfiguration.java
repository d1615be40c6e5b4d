package io.soabench.eclipse.source;

import org.eclipse.jface.text.DefaultIndentLineAutoEditStrategy;
import org.eclipse.jface.text.IAutoEditStrategy;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.contentassist.ContentAssistant;
import org.eclipse.jface.text.contentassist.IContentAssistant;
import org.eclipse.jface.text.hyperlink.IHyperlinkDetector;
import org.eclipse.jface.text.presentation.IPresentationReconciler;
import org.eclipse.jface.text.quickassist.IQuickAssistAssistant;
import org.eclipse.jface.text.quickassist.QuickAssistAssistant;
import org.eclipse.jface.text.reconciler.IReconciler;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.ui.editors.text.EditorsUI;
import org.eclipse.ui.editors.text.TextSourceViewerConfiguration;

/** The configuration of a testbed's text viewer. The language server supplies its content. */
final class SourceConfiguration extends TextSourceViewerConfiguration {

    private final SourcePage editor;

    SourceConfiguration(SourcePage editor) {
        super(EditorsUI.getPreferenceStore());
        this.editor = editor;
    }

    @Override
    public IContentAssistant getContentAssistant(ISourceViewer viewer) {
        // Proposals are made on another thread, so that keys are taken meanwhile.
        ContentAssistant assistant = new ContentAssistant(true);
        assistant.setContentAssistProcessor(new CompletionProcessor(editor), IDocument.DEFAULT_CONTENT_TYPE);
        assistant.enableAutoActivation(true);
        assistant.enableColoredLabels(true);
        assistant.setAutoActivationDelay(200);
        assistant.setInformationControlCreator(WrappingPresenter.windows());
        assistant.setStatusLineVisible(false);
        return assistant;
    }

    @Override
    public IQuickAssistAssistant getQuickAssistAssistant(ISourceViewer viewer) {
        QuickAssistAssistant assistant = new QuickAssistAssistant();
        assistant.setQuickAssistProcessor(new QuickFixProcessor(editor));
        assistant.setInformationControlCreator(WrappingPresenter.windows());
        return assistant;
    }

    @Override
    public ITextHover getTextHover(ISourceViewer viewer, String contentType) {
        return new ExplanationHover(editor);
    }

    @Override
    public IHyperlinkDetector[] getHyperlinkDetectors(ISourceViewer viewer) {
        return new IHyperlinkDetector[] {new DefinitionHyperlinks(editor)};
    }

    @Override
    public IAutoEditStrategy[] getAutoEditStrategies(ISourceViewer viewer, String contentType) {
        return new IAutoEditStrategy[] {new DefaultIndentLineAutoEditStrategy()};
    }

    @Override
    public String[] getDefaultPrefixes(ISourceViewer viewer, String contentType) {
        return new String[] {"//", ""};
    }

    @Override
    public int getTabWidth(ISourceViewer viewer) {
        return 4;
    }

    @Override
    public IReconciler getReconciler(ISourceViewer viewer) {
        return null;
    }

    @Override
    public IPresentationReconciler getPresentationReconciler(ISourceViewer viewer) {
        return null;
    }
}
