package io.soabench.eclipse.source;

import io.soabench.eclipse.language.FixRequests;
import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.WorkspaceEdits;
import java.util.List;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.ui.IMarkerResolution;
import org.eclipse.ui.IMarkerResolutionGenerator2;

/** The quick fixes in the Problems view, for files that are open. */
public final class MarkerFixes implements IMarkerResolutionGenerator2 {

    @Override
    public boolean hasResolutions(IMarker marker) {
        return marker.getAttribute(IMarker.LINE_NUMBER, 0) > 0;
    }

    @Override
    public IMarkerResolution[] getResolutions(IMarker marker) {
        Position line = new Position(marker.getAttribute(IMarker.LINE_NUMBER, 1) - 1, 0);
        String message = marker.getAttribute(IMarker.MESSAGE, "");
        var file = marker.getResource().getLocation().toPath();
        List<Diagnostic> complaints = Language.instance().complaints().of(file).stream()
                .filter(each -> each.getMessage().getLeft().equals(message)
                        && each.getRange().getStart().getLine() == line.getLine())
                .toList();
        try {
            return FixRequests.of(marker.getResource().getLocationURI(), new Range(line, line), complaints).stream()
                    .filter(action -> action.getDiagnostics() != null
                            && action.getDiagnostics().stream()
                                    .anyMatch(
                                            each -> each.getMessage().getLeft().equals(message)))
                    .map(Resolution::new)
                    .toArray(IMarkerResolution[]::new);
        } catch (Language.Refused e) {
            ILog.get().info(e.getMessage());
            return new IMarkerResolution[0];
        }
    }

    private record Resolution(CodeAction action) implements IMarkerResolution {

        @Override
        public String getLabel() {
            return action.getTitle();
        }

        @Override
        public void run(IMarker marker) {
            try {
                WorkspaceEdits.apply(action.getEdit());
            } catch (CoreException e) {
                ILog.get().log(e.getStatus());
            }
        }
    }
}
