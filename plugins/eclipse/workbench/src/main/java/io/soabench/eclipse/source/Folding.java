package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.source.Annotation;
import org.eclipse.jface.text.source.projection.ProjectionAnnotation;
import org.eclipse.jface.text.source.projection.ProjectionAnnotationModel;
import org.eclipse.jface.text.source.projection.ProjectionViewer;
import org.eclipse.lsp4j.FoldingRange;
import org.eclipse.lsp4j.FoldingRangeRequestParams;

/** The parts of a text that can be folded, as the language server lists them. Folded parts stay folded. */
final class Folding {

    private final ProjectionViewer viewer;
    private final Supplier<SourceDocument> document;
    private long edition;

    Folding(ProjectionViewer viewer, Supplier<SourceDocument> document) {
        this.viewer = viewer;
        this.document = document;
    }

    /** Asks for the parts of the text as it stands. */
    void refresh() {
        long asked = ++edition;
        SourceDocument sourceDocument = document.get();
        Language.instance()
                .ask(
                        server -> server.foldingRange(
                                new FoldingRangeRequestParams(Language.document(sourceDocument.address()))),
                        ranges -> AnswerDispatcher.show(viewer, () -> {
                            if (asked == edition) {
                                fold(sourceDocument.text(), ranges);
                            }
                        }));
    }

    private void fold(IDocument text, List<FoldingRange> ranges) {
        ProjectionAnnotationModel model = viewer.getProjectionAnnotationModel();
        if (model == null) {
            return;
        }
        Set<Position> wanted = new HashSet<>();
        for (FoldingRange each : ranges) {
            try {
                int start = text.getLineOffset(each.getStartLine());
                int last = Math.min(each.getEndLine() + 1, text.getNumberOfLines() - 1);
                wanted.add(new Position(start, text.getLineOffset(last) + text.getLineLength(last) - start));
            } catch (BadLocationException e) {
                // Parts of another text; those of this one follow.
                return;
            }
        }
        Set<Annotation> gone = new HashSet<>();
        for (Iterator<Annotation> all = model.getAnnotationIterator(); all.hasNext(); ) {
            Annotation each = all.next();
            if (!wanted.remove(model.getPosition(each))) {
                gone.add(each);
            }
        }
        Map<Annotation, Position> added = new HashMap<>();
        wanted.forEach(position -> added.put(new ProjectionAnnotation(), position));
        model.modifyAnnotations(gone.toArray(Annotation[]::new), added, null);
    }
}
