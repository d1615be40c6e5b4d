package io.soabench.eclipse.robot;

import io.soabench.eclipse.editor.TestbedEditor;
import io.soabench.eclipse.model.ModelPage;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** Works with the model page. */
final class ModelSteps {

    private final Hands hands;
    private final OpenTestbed testbed;
    private String before;

    ModelSteps(Hands hands) {
        this.hands = hands;
        this.testbed = new OpenTestbed(hands);
    }

    List<Step> steps() {
        return List.of(
                new Step("showsTheTree", this::show),
                new Step("renamesInTheTree", this::rename),
                new Step("undoesOnBothPages", this::undo),
                new Step("editsAProperty", this::edit),
                new Step("addsAnElement", this::add),
                new Step("deletesAnElement", this::delete));
    }

    private void show() throws Exception {
        before = hands.ui(testbed::content);
        hands.ui(() -> {
            testbed.editor().show(TestbedEditor.MODEL);
            return null;
        });
        hands.await(
                "the tree",
                () -> tree().getItemCount() == 1 && tree().getItem(0).getItemCount() > 5);
        hands.await("pictures", () -> tree().getItem(0).getItem(0).getImage() != null);
        hands.picture("tree");
    }

    private void rename() throws Exception {
        select("quote");
        hands.choose(hands.ui(() -> tree().getMenu()), "Rename\u2026");
        Shell dialog = hands.shell(shell -> shell.getText().equals("Rename"));
        hands.ui(() -> {
            Hands.all(dialog, Text.class).get(0).setText("prices");
            return null;
        });
        hands.press(dialog, "OK");
        hands.await("the new name in the text", () -> testbed.content().equals(renamed(before)));
        hands.await("the new name in the tree", () -> item("prices").isPresent());
        hands.picture("tree-renamed");
    }

    private void undo() throws Exception {
        hands.ui(() -> {
            tree().forceFocus();
            return null;
        });
        hands.keys("ctrl+z");
        hands.await("the old text", () -> testbed.content().equals(before));
        hands.await(
                "the old tree",
                () -> item("quote").isPresent() && item("prices").isEmpty());
        hands.keys("ctrl+shift+z");
        hands.await("the new text again", () -> testbed.content().equals(renamed(before)));
        hands.ui(() -> {
            testbed.editor().show(TestbedEditor.SOURCE);
            testbed.editor().source().setFocus();
            return null;
        });
        hands.keys("ctrl+z");
        hands.await("the old text by the undo of the other page", () -> testbed.content()
                .equals(before));
        hands.ui(() -> {
            testbed.editor().show(TestbedEditor.MODEL);
            return null;
        });
        hands.await("the old tree", () -> item("quote").isPresent());
    }

    /** Types another seed into the property sheet. */
    private void edit() throws Exception {
        hands.ui(() -> {
            tree().setSelection(tree().getItem(0));
            tree().notifyListeners(SWT.Selection, new Event());
            return null;
        });
        Tree sheet = hands.see("the sheet", () -> Hands.all(page().control(), Tree.class).stream()
                .filter(each -> each != tree() && each.getItemCount() > 0)
                .findFirst());
        TreeItem seed = hands.see("the seed", () -> Arrays.stream(sheet.getItems())
                .flatMap(each -> Stream.concat(Stream.of(each), Arrays.stream(each.getItems())))
                .filter(each -> each.getText(0).equals("seed"))
                .findFirst());
        Point place = hands.ui(() -> {
            Rectangle bounds = seed.getBounds(1);
            return sheet.toDisplay(bounds.x + 20, bounds.y + bounds.height / 2);
        });
        hands.click(place.x, place.y);
        Text cell = hands.see("the cell's editor", () -> Hands.all(sheet, Text.class).stream()
                .filter(Text::isVisible)
                .findFirst());
        hands.ui(() -> {
            cell.setText("");
            cell.forceFocus();
            return null;
        });
        hands.type("4711");
        hands.picture("property");
        hands.keys("Return");
        hands.await("the seed in the text", () -> testbed.content().equals(before.replace("seed 42", "seed 4711")));
        hands.keys("ctrl+z");
        hands.await("the old text", () -> testbed.content().equals(before));
    }

    private void add() throws Exception {
        hands.ui(() -> {
            tree().setSelection(tree().getItem(0));
            return null;
        });
        hands.choose(hands.ui(() -> tree().getMenu()), "Add", "Host");
        hands.await("a host in the text", () -> testbed.content().contains("\nhost host1\n"));
        hands.await("a host in the tree", () -> item("host1").isPresent());
        hands.ui(() -> {
            // Whatever else was in the text is there as it was.
            String without = testbed.content().replace("\nhost host1\n", "");
            if (!without.equals(before) && !without.equals(before + "\n")) {
                throw new AssertionError("more has changed: " + testbed.content());
            }
            return null;
        });
    }

    private void delete() throws Exception {
        select("host1");
        hands.choose(hands.ui(() -> tree().getMenu()), "Delete");
        hands.await("no host in the text", () -> !testbed.content().contains("host1"));
        hands.await("no host in the tree", () -> item("host1").isEmpty());
        hands.ui(() -> {
            if (!testbed.content().strip().equals(before.strip())) {
                throw new AssertionError("more has changed: " + testbed.content());
            }
            testbed.editor().show(TestbedEditor.SOURCE);
            testbed.editor().doSave(new org.eclipse.core.runtime.NullProgressMonitor());
            return null;
        });
    }

    private void select(String name) throws Exception {
        TreeItem item = hands.see("the element " + name, () -> item(name));
        hands.ui(() -> {
            tree().setSelection(item);
            tree().showItem(item);
            return null;
        });
    }

    private Optional<TreeItem> item(String name) {
        return tree().getItemCount() == 0
                ? Optional.empty()
                : Arrays.stream(tree().getItem(0).getItems())
                        .filter(each -> each.getText().startsWith(name + "  "))
                        .findFirst();
    }

    private ModelPage page() {
        return testbed.editor().model();
    }

    private Tree tree() {
        TreeViewer viewer = page().tree();
        return viewer.getTree();
    }

    private static String renamed(String text) {
        return text.replace("service quote :", "service prices :")
                .replace("-> quote\n", "-> prices\n")
                .replace("serves quote ", "serves prices ");
    }
}
