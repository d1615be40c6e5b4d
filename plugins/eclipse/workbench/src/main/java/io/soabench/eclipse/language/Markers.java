package io.soabench.eclipse.language;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.ITextFileBuffer;
import org.eclipse.core.filebuffers.LocationKind;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.resources.WorkspaceJob;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.Document;
import org.eclipse.jface.text.IDocument;
import org.eclipse.lsp4j.Diagnostic;

/** Problem markers for the files of the workspace: in the Problems view, and underlined in editors. */
final class Markers implements DiagnosticsStore.Listener {

    /** The type of our markers. */
    static final String TYPE = "io.soabench.eclipse.problem";

    @Override
    public void changed(Path file, List<Diagnostic> complaints) {
        for (IFile each : ResourcesPlugin.getWorkspace().getRoot().findFilesForLocationURI(file.toUri())) {
            if (each.exists()) {
                WorkspaceJob job = new WorkspaceJob("Problems of " + each.getName()) {
                    @Override
                    public IStatus runInWorkspace(IProgressMonitor monitor) throws CoreException {
                        if (each.exists()) {
                            replace(each, file, complaints);
                        }
                        return Status.OK_STATUS;
                    }
                };
                job.setSystem(true);
                job.setRule(ResourcesPlugin.getWorkspace().getRuleFactory().markerRule(each));
                job.schedule();
            }
        }
    }

    private static void replace(IFile file, Path path, List<Diagnostic> complaints) throws CoreException {
        IDocument text = text(file, path);
        file.deleteMarkers(TYPE, true, IResource.DEPTH_ZERO);
        for (Diagnostic each : complaints) {
            Map<String, Object> attributes = new HashMap<>();
            attributes.put(IMarker.MESSAGE, each.getMessage().getLeft());
            attributes.put(IMarker.SEVERITY, severity(each));
            attributes.put(IMarker.LINE_NUMBER, each.getRange().getStart().getLine() + 1);
            if (each.getCode() != null) {
                attributes.put(IMarker.SOURCE_ID, each.getCode().getLeft());
            }
            try {
                int start = TextPlaces.offset(text, each.getRange().getStart());
                int end = TextPlaces.offset(text, each.getRange().getEnd());
                attributes.put(IMarker.CHAR_START, start);
                attributes.put(IMarker.CHAR_END, Math.max(end, Math.min(start + 1, text.getLength())));
            } catch (BadLocationException e) {
                // The text has changed already. The next list of issues comes at once; until then the marker has a line
                // only.
                attributes.remove(IMarker.CHAR_START);
            }
            file.createMarker(TYPE, attributes);
        }
    }

    private static int severity(Diagnostic diagnostic) {
        return switch (diagnostic.getSeverity()) {
            case Error -> IMarker.SEVERITY_ERROR;
            case Warning -> IMarker.SEVERITY_WARNING;
            default -> IMarker.SEVERITY_INFO;
        };
    }

    /** Returns the text as it stands in an editor, else on disk. */
    private static IDocument text(IFile file, Path path) {
        ITextFileBuffer buffer =
                FileBuffers.getTextFileBufferManager().getTextFileBuffer(file.getFullPath(), LocationKind.IFILE);
        if (buffer != null) {
            return buffer.getDocument();
        }
        try {
            return new Document(Files.readString(path));
        } catch (java.io.IOException e) {
            ILog.get().warn("Problems of " + path + " are shown by their lines only", e);
            return new Document();
        }
    }
}
