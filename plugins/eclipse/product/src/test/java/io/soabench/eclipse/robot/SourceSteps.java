package io.soabench.eclipse.robot;

import io.soabench.eclipse.editor.TestbedEditor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.ide.IDE;

/** Works with the source page. */
final class SourceSteps {

    private final Hands hands;

    SourceSteps(Hands hands) {
        this.hands = hands;
    }

    List<Step> steps() {
        return List.of(
                new Step("opensAndColours", this::open),
                new Step("showsErrorsAsOneTypes", this::errors),
                new Step("curesByQuickFix", this::cure),
                new Step("proposesWhatMayFollow", this::propose),
                new Step("formats", this::format),
                new Step("explains", this::explain),
                new Step("goesToDefinition", this::definition),
                new Step("renames", this::rename));
    }

    private void open() throws Exception {
        hands.ui(() -> {
            IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("quickstart");
            var description = ResourcesPlugin.getWorkspace().newProjectDescription("quickstart");
            description.setLocationURI(
                    Path.of(System.getProperty("soabench.quickstart")).toUri());
            project.create(description, null);
            project.open(null);
            IWorkbenchPage page =
                    PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage();
            IDE.openEditor(page, project.getFile("quickstart.testbed"));
            return null;
        });
        hands.await(
                "colours",
                () -> Arrays.stream(text().getStyleRanges())
                                .filter(r -> r.foreground != null)
                                .count()
                        > 20);
        hands.picture("opened");
    }

    /** Types a wrong name, key by key. */
    private void errors() throws Exception {
        place("partner quote -> quotes", "partner quote -> quotes".length());
        hands.type("s");
        IMarker marker = hands.see("the problem", () -> Arrays.stream(markers())
                .filter(each -> each.getAttribute(IMarker.MESSAGE, "").contains("quotess"))
                .findFirst());
        hands.ui(() -> {
            assertThat("an error", IMarker.SEVERITY_ERROR, marker.getAttribute(IMarker.SEVERITY));
            int start = content().indexOf("quotess");
            assertThat("its place", start, marker.getAttribute(IMarker.CHAR_START));
            return null;
        });
        hands.await("a squiggle", () -> {
            var all = editor().source().viewer().getAnnotationModel().getAnnotationIterator();
            while (all.hasNext()) {
                var each = all.next();
                if (each.getType().equals("org.eclipse.ui.workbench.texteditor.error")
                        && each.getText().contains("quotess")) {
                    return true;
                }
            }
            return false;
        });
        hands.picture("errors");
    }

    private void cure() throws Exception {
        place("quotess", 2);
        hands.keys("ctrl+1");
        Table cures = popup("the cures");
        hands.await(
                "a cure",
                () -> cures.getItemCount() > 0 && cures.getItem(0).getText().contains("quotes"));
        hands.picture("quick-fix");
        hands.keys("Return");
        hands.await("the cured text", () -> !content().contains("quotess"));
        hands.await("no problem", () -> Arrays.stream(markers())
                .noneMatch(each -> each.getAttribute(IMarker.SEVERITY, 0) == IMarker.SEVERITY_ERROR));
    }

    private void propose() throws Exception {
        place("reliability 99.5 %", "reliability 99.5 %".length());
        hands.type("\n");
        hands.type("thr");
        hands.keys("ctrl+space");
        Table words = popup("the words");
        hands.await("a word", () -> words.getItem(0).getText().equals("throughput"));
        hands.keys("Return");
        hands.await("the word in the text", () -> content().contains("throughput"));
        hands.type(" ");
        hands.keys("ctrl+space");
        Table proposals = popup("the proposals");
        hands.await("distributions", () -> Arrays.stream(proposals.getItems())
                .anyMatch(each -> each.getText().startsWith("lognormal")));
        hands.picture("proposals");
        hands.keys("Escape");
        hands.type("1000/s");
        hands.await("no error", () -> Arrays.stream(markers())
                .noneMatch(each -> each.getAttribute(IMarker.SEVERITY, 0) == IMarker.SEVERITY_ERROR));
    }

    private void format() throws Exception {
        place("seed 42", 0);
        hands.type("    ");
        hands.await("a wrong layout", () -> content().contains("    seed 42"));
        hands.keys("ctrl+shift+f");
        hands.await("the layout", () -> content().contains("\nseed 42"));
    }

    private void explain() throws Exception {
        int place = hands.ui(() -> content().indexOf("lognormal"));
        String words = hands.ui(() -> editor().source().explanation(place));
        if (words == null || words.length() < 20) {
            throw new AssertionError("no explanation: " + words);
        }
    }

    private void definition() throws Exception {
        place("-> quotes", 5);
        hands.keys("F3");
        hands.await("the declaration is selected", () -> {
            var selection = text().getSelection();
            return text().getSelectionText().equals("quotes")
                    && content().startsWith("service quotes", content().indexOf("service quotes"))
                    && text().getLineAtOffset(selection.x) == text().getLineAtOffset(widgetOffset("service quotes"));
        });
    }

    private void rename() throws Exception {
        place("-> quotes", 5);
        hands.keys("alt+shift+r");
        Shell dialog = hands.shell(shell -> shell.getText().equals("Rename"));
        hands.ui(() -> {
            Hands.all(dialog, Text.class).get(0).setText("prices");
            return null;
        });
        hands.press(dialog, "OK");
        hands.await(
                "the new name everywhere",
                () -> content().contains("service prices : Quote")
                        && content().contains("-> prices")
                        && content().contains("serves prices")
                        && !content().contains("quotes"));
        hands.keys("ctrl+z");
        hands.await(
                "the old name by one undo",
                () -> content().contains("service quotes : Quote") && content().contains("serves quotes"));
        hands.picture("renamed-back");
    }

    private int widgetOffset(String words) {
        return editor().source().viewer().modelOffset2WidgetOffset(content().indexOf(words));
    }

    private static void assertThat(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }

    /** The list that has opened below the cursor. */
    private Table popup(String what) throws Exception {
        return hands.see(what, () -> Arrays.stream(text().getDisplay().getShells())
                .filter(shell -> !shell.isDisposed() && shell.isVisible() && shell.getParent() != null)
                .flatMap(shell -> Hands.all(shell, Table.class).stream())
                .filter(table -> table.getItemCount() > 0)
                .findFirst());
    }

    /** Puts the cursor behind some characters of the first such words. */
    private void place(String words, int behind) throws Exception {
        hands.ui(() -> {
            int at = content().indexOf(words);
            if (at < 0) {
                throw new AssertionError("the text does not contain " + words);
            }
            editor().getSite().getShell().forceActive();
            editor().source().selectAndReveal(at + behind, 0);
            editor().source().setFocus();
            return null;
        });
    }

    private String content() {
        return editor().source().document().text().get();
    }

    private IMarker[] markers() throws Exception {
        IFile file = ResourcesPlugin.getWorkspace()
                .getRoot()
                .getProject("quickstart")
                .getFile("quickstart.testbed");
        return file.findMarkers("io.soabench.eclipse.problem", true, IResource.DEPTH_ZERO);
    }

    private TestbedEditor editor() {
        return (TestbedEditor) PlatformUI.getWorkbench()
                .getActiveWorkbenchWindow()
                .getActivePage()
                .getActiveEditor();
    }

    private StyledText text() {
        return editor().source().viewer().getTextWidget();
    }
}
