package io.soabench.eclipse.language;

import java.net.URI;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** The quick fixes for diagnostics, requested from the server. */
public final class FixRequests {

    private FixRequests() {}

    /**
     * Returns the quick fixes for some lines of an open document. Fixes of other diagnostics are left out, unless
     * none is given.
     */
    public static List<CodeAction> of(URI file, Range lines, List<Diagnostic> complaints) throws Language.Refused {
        CodeActionParams params =
                new CodeActionParams(Language.document(file), lines, new CodeActionContext(complaints));
        return Language.instance().answer(server -> server.codeAction(params)).orElse(List.of()).stream()
                .filter(Either::isRight)
                .map(Either::getRight)
                .filter(action -> action.getEdit() != null)
                .toList();
    }
}
