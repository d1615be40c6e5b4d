package io.soabench.eclipse.run;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.ITableLabelProvider;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.part.ViewPart;

/** The runs of all projects with their verdicts; a double click opens the report. */
public final class RunsView extends ViewPart {

    /** Its identifier. */
    public static final String ID = "io.soabench.eclipse.runs";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private TreeViewer tree;

    @Override
    public void createPartControl(Composite parent) {
        tree = new TreeViewer(parent, SWT.FULL_SELECTION | SWT.H_SCROLL | SWT.V_SCROLL);
        tree.getTree().setHeaderVisible(true);
        column("Run", 260);
        column("Verdict", 190);
        column("What was asked", 260);
        column("Value", 190);
        tree.setContentProvider(new Contents());
        tree.setLabelProvider(new Labels());
        tree.addDoubleClickListener(event -> {
            Object first = ((IStructuredSelection) event.getSelection()).getFirstElement();
            if (first instanceof Run run) {
                run.report().ifPresent(ReportBrowser::open);
            }
        });
        Action refresh = new Action("Refresh") {
            @Override
            public void run() {
                refresh();
            }
        };
        refresh.setImageDescriptor(
                PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(ISharedImages.IMG_ELCL_SYNCED));
        getViewSite().getActionBars().getToolBarManager().add(refresh);
        refresh();
    }

    private void column(String name, int width) {
        TreeColumn column = new TreeColumn(tree.getTree(), SWT.LEFT);
        column.setText(name);
        column.setWidth(width);
    }

    /** Reads the runs anew. */
    public void refresh() {
        List<Run> runs = new ArrayList<>();
        for (IProject each : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
            if (each.isOpen() && each.getLocation() != null) {
                runs.addAll(Runs.in(each.getLocation().toPath()));
            }
        }
        runs.sort(Comparator.comparing(Run::begun).reversed());
        tree.setInput(runs);
        if (!runs.isEmpty()) {
            tree.setExpandedState(runs.get(0), true);
        }
    }

    /** Reads the runs anew wherever they are shown. On the thread of the user interface. */
    static void refreshAll() {
        for (IWorkbenchWindow window : PlatformUI.getWorkbench().getWorkbenchWindows()) {
            for (IWorkbenchPage page : window.getPages()) {
                for (IViewReference each : page.getViewReferences()) {
                    if (each.getId().equals(ID) && each.getView(false) instanceof RunsView view) {
                        view.refresh();
                    }
                }
            }
        }
    }

    @Override
    public void setFocus() {
        tree.getControl().setFocus();
    }

    private static final class Contents implements ITreeContentProvider {

        @Override
        public Object[] getElements(Object input) {
            return ((List<?>) input).toArray();
        }

        @Override
        public Object[] getChildren(Object element) {
            return element instanceof Run run ? run.verdicts().toArray() : new Object[0];
        }

        @Override
        public Object getParent(Object element) {
            return null;
        }

        @Override
        public boolean hasChildren(Object element) {
            return element instanceof Run run && !run.verdicts().isEmpty();
        }
    }

    private static final class Labels extends LabelProvider implements ITableLabelProvider {

        @Override
        public String getColumnText(Object element, int column) {
            if (element instanceof Run run) {
                return switch (column) {
                    case 0 -> run.testbed() + ", " + TIME.format(run.begun());
                    case 1 -> summary(run);
                    default -> "";
                };
            }
            Run.Verdict verdict = (Run.Verdict) element;
            return switch (column) {
                case 0 -> verdict.about();
                case 1 -> verdict.verdict();
                case 2 -> verdict.text();
                default -> verdict.value();
            };
        }

        /** Returns the state, and the number of findings by verdict. */
        private static String summary(Run run) {
            Map<String, Integer> counts = new TreeMap<>();
            run.verdicts().forEach(each -> counts.merge(each.verdict(), 1, Integer::sum));
            List<String> words = new ArrayList<>(List.of(run.state()));
            counts.forEach((word, count) -> words.add(count + " " + word));
            return String.join(", ", words);
        }

        @Override
        public Image getColumnImage(Object element, int column) {
            return null;
        }
    }
}
