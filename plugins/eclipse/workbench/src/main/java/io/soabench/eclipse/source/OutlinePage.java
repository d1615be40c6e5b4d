package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.TextPlaces;
import java.util.List;
import java.util.Objects;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.viewers.DelegatingStyledCellLabelProvider;
import org.eclipse.jface.viewers.DelegatingStyledCellLabelProvider.IStyledLabelProvider;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.viewers.SelectionChangedEvent;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.views.contentoutline.ContentOutlinePage;

/** The elements of the text, in the Outline view. */
final class OutlinePage extends ContentOutlinePage {

    private final SourcePage editor;
    private final Runnable closed;
    private long edition;

    OutlinePage(SourcePage editor, Runnable closed) {
        this.editor = editor;
        this.closed = closed;
    }

    @Override
    public void createControl(Composite parent) {
        super.createControl(parent);
        TreeViewer tree = getTreeViewer();
        tree.setContentProvider(new Children());
        tree.setLabelProvider(new DelegatingStyledCellLabelProvider(new Labels()));
        refresh();
    }

    /** Asks for the elements of the text as it stands. */
    void refresh() {
        SourceDocument document = editor.document();
        if (document == null || getTreeViewer() == null) {
            return;
        }
        long asked = ++edition;
        Language.instance()
                .ask(
                        server ->
                                server.documentSymbol(new DocumentSymbolParams(Language.document(document.address()))),
                        symbols -> AnswerDispatcher.show(editor.viewer(), () -> {
                            if (asked == edition
                                    && !getTreeViewer().getControl().isDisposed()) {
                                Object[] expanded = getTreeViewer().getExpandedElements();
                                getTreeViewer()
                                        .setInput(symbols.stream()
                                                .filter(Either::isRight)
                                                .map(each -> new Entry(null, each.getRight()))
                                                .toList());
                                getTreeViewer().setExpandedElements(expanded);
                            }
                        }));
    }

    @Override
    public void selectionChanged(SelectionChangedEvent event) {
        super.selectionChanged(event);
        if (getTreeViewer().getControl().isFocusControl()
                && ((IStructuredSelection) event.getSelection()).getFirstElement() instanceof Entry entry) {
            try {
                IRegion name = TextPlaces.region(
                        editor.document().text(), entry.symbol().getSelectionRange());
                editor.selectAndReveal(name.getOffset(), name.getLength());
            } catch (BadLocationException e) {
                // The element does not exist any more. A new outline is being made.
                editor.showStatus("");
            }
        }
    }

    @Override
    public void dispose() {
        closed.run();
        super.dispose();
    }

    /** An element; the same one in the next outline has the same name and the same parent. */
    private record Entry(Entry parent, DocumentSymbol symbol) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry
                    && Objects.equals(parent, entry.parent)
                    && symbol.getName().equals(entry.symbol.getName())
                    && symbol.getKind() == entry.symbol.getKind();
        }

        @Override
        public int hashCode() {
            return Objects.hash(parent, symbol.getName());
        }

        List<Entry> children() {
            return symbol.getChildren() == null
                    ? List.of()
                    : symbol.getChildren().stream()
                            .map(child -> new Entry(this, child))
                            .toList();
        }
    }

    private static final class Children implements ITreeContentProvider {

        @Override
        public Object[] getElements(Object input) {
            return ((List<?>) input).toArray();
        }

        @Override
        public Object[] getChildren(Object element) {
            return ((Entry) element).children().toArray();
        }

        @Override
        public Object getParent(Object element) {
            return ((Entry) element).parent();
        }

        @Override
        public boolean hasChildren(Object element) {
            return !((Entry) element).children().isEmpty();
        }
    }

    private static final class Labels extends LabelProvider implements IStyledLabelProvider {

        @Override
        public StyledString getStyledText(Object element) {
            DocumentSymbol symbol = ((Entry) element).symbol();
            StyledString label = new StyledString(symbol.getName());
            if (symbol.getDetail() != null) {
                label.append("  " + symbol.getDetail(), StyledString.DECORATIONS_STYLER);
            }
            return label;
        }

        @Override
        public Image getImage(Object element) {
            return PlatformUI.getWorkbench()
                    .getSharedImages()
                    .getImage(
                            ((Entry) element).parent() == null
                                    ? ISharedImages.IMG_OBJ_ELEMENT
                                    : ISharedImages.IMG_OBJ_FILE);
        }
    }
}
