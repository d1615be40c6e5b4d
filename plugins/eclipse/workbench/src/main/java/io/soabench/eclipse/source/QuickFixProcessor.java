package io.soabench.eclipse.source;

import io.soabench.eclipse.language.FixRequests;
import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import io.soabench.eclipse.language.WorkspaceEdits;
import java.util.List;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.contentassist.IContextInformation;
import org.eclipse.jface.text.quickassist.IQuickAssistInvocationContext;
import org.eclipse.jface.text.quickassist.IQuickAssistProcessor;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.eclipse.ui.texteditor.MarkerAnnotation;

/** The quick fixes for the line of the cursor. */
final class QuickFixProcessor implements IQuickAssistProcessor {

    private final SourcePage editor;
    private String error;

    QuickFixProcessor(SourcePage editor) {
        this.editor = editor;
    }

    @Override
    public boolean canFix(Annotation annotation) {
        return annotation instanceof MarkerAnnotation && !annotation.isMarkedDeleted();
    }

    @Override
    public boolean canAssist(IQuickAssistInvocationContext context) {
        return editor.document() != null;
    }

    @Override
    public ICompletionProposal[] computeQuickAssistProposals(IQuickAssistInvocationContext context) {
        SourceDocument document = editor.document();
        error = null;
        try {
            Position at = TextPlaces.position(document.text(), context.getOffset());
            List<Diagnostic> complaints = Language.instance().complaints().of(document.file()).stream()
                    .filter(each -> each.getRange().getStart().getLine() <= at.getLine()
                            && at.getLine() <= each.getRange().getEnd().getLine())
                    .toList();
            return FixRequests.of(document.address(), new Range(at, at), complaints).stream()
                    .map(action -> new Cure(action, context.getOffset()))
                    .toArray(ICompletionProposal[]::new);
        } catch (BadLocationException e) {
            error = "The text has changed meanwhile";
        } catch (Language.Refused e) {
            error = e.getMessage();
        }
        return new ICompletionProposal[0];
    }

    @Override
    public String getErrorMessage() {
        return error;
    }

    private record Cure(CodeAction action, int offset) implements ICompletionProposal {

        @Override
        public void apply(IDocument document) {
            try {
                WorkspaceEdits.apply(action.getEdit());
            } catch (CoreException e) {
                ILog.get().log(e.getStatus());
            }
        }

        @Override
        public String getDisplayString() {
            return action.getTitle();
        }

        @Override
        public String getAdditionalProposalInfo() {
            return null;
        }

        @Override
        public Point getSelection(IDocument document) {
            return null;
        }

        @Override
        public Image getImage() {
            return null;
        }

        @Override
        public IContextInformation getContextInformation() {
            return null;
        }
    }
}
