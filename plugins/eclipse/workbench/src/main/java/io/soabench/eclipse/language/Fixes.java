package io.soabench.eclipse.language;

import java.net.URI;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** The quick fixes of issues. */
public final class Fixes {

    private Fixes() {}

    /** The cures for what is wrong in some lines of an open document; what is not of these complaints is left out, unless there are none. */
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
