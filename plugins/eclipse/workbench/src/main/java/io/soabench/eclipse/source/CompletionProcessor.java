package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.contentassist.IContentAssistProcessor;
import org.eclipse.jface.text.contentassist.IContextInformation;
import org.eclipse.jface.text.contentassist.IContextInformationValidator;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** The completion proposals at the cursor. */
final class CompletionProcessor implements IContentAssistProcessor {

    private static final char[] TRIGGERS = {'"', '/', ':', ' '};

    private final SourcePage editor;
    private String error;

    CompletionProcessor(SourcePage editor) {
        this.editor = editor;
    }

    @Override
    public ICompletionProposal[] computeCompletionProposals(ITextViewer viewer, int offset) {
        error = null;
        SourceDocument document = editor.document();
        if (document == null) {
            return new ICompletionProposal[0];
        }
        try {
            Position position = TextPlaces.position(document.text(), offset);
            return Language.instance()
                    .answer(server ->
                            server.completion(new CompletionParams(Language.document(document.address()), position)))
                    .map(CompletionProcessor::items)
                    .orElse(List.of())
                    .stream()
                    .map(item -> proposal(document, offset, item))
                    .flatMap(Optional::stream)
                    .toArray(ICompletionProposal[]::new);
        } catch (BadLocationException e) {
            error = "The text has changed meanwhile";
        } catch (Language.Refused e) {
            error = e.getMessage();
        }
        return new ICompletionProposal[0];
    }

    private static List<CompletionItem> items(Either<List<CompletionItem>, CompletionList> answer) {
        List<CompletionItem> items =
                answer.isLeft() ? answer.getLeft() : answer.getRight().getItems();
        return items.stream()
                .sorted(Comparator.comparing(item -> Objects.requireNonNullElse(item.getSortText(), item.getLabel())))
                .toList();
    }

    private static Optional<ICompletionProposal> proposal(SourceDocument document, int offset, CompletionItem item) {
        try {
            int start = TextPlaces.offset(
                    document.text(), item.getTextEdit().getLeft().getRange().getStart());
            String typed = document.text().get(start, Math.max(0, offset - start));
            String word = Objects.requireNonNullElse(item.getFilterText(), item.getLabel());
            return word.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT))
                    ? Optional.of(new Proposal(document.text(), item))
                    : Optional.empty();
        } catch (BadLocationException e) {
            return Optional.empty();
        }
    }

    @Override
    public IContextInformation[] computeContextInformation(ITextViewer viewer, int offset) {
        return new IContextInformation[0];
    }

    @Override
    public char[] getCompletionProposalAutoActivationCharacters() {
        return TRIGGERS.clone();
    }

    @Override
    public char[] getContextInformationAutoActivationCharacters() {
        return new char[0];
    }

    @Override
    public String getErrorMessage() {
        return error;
    }

    @Override
    public IContextInformationValidator getContextInformationValidator() {
        return null;
    }
}
