package io.soabench.eclipse.robot;

import java.util.Arrays;
import java.util.List;
import org.eclipse.core.resources.IMarker;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;

/** Works with the source page. */
final class SourceSteps {

    private final Hands hands;
    private final OpenTestbed testbed;

    SourceSteps(Hands hands) {
        this.hands = hands;
        this.testbed = new OpenTestbed(hands);
    }

    List<Step> steps() {
        return List.of(
                new Step("showsErrorsAsOneTypes", this::errors),
                new Step("curesByQuickFix", this::cure),
                new Step("proposesWhatMayFollow", this::propose),
                new Step("formats", this::format),
                new Step("explains", this::explain),
                new Step("goesToDefinition", this::definition),
                new Step("renames", this::rename));
    }

    /** Types a wrong name, key by key. */
    private void errors() throws Exception {
        testbed.place("partner quote -> quote", "partner quote -> quote".length());
        hands.type("Z");
        // Each key brings a new list, so that a marker may be gone when it is asked: such a one has no attributes.
        hands.await("an error in its place", () -> testbed.problems().stream()
                .anyMatch(each -> each.getAttribute(IMarker.MESSAGE, "").contains("quoteZ")
                        && each.getAttribute(IMarker.SEVERITY, -1) == IMarker.SEVERITY_ERROR
                        && each.getAttribute(IMarker.CHAR_START, -1)
                                == testbed.content().indexOf("quoteZ")));
        hands.await("a squiggle", () -> {
            var all = testbed.editor().source().viewer().getAnnotationModel().getAnnotationIterator();
            while (all.hasNext()) {
                var each = all.next();
                if (each.getType().equals("org.eclipse.ui.workbench.texteditor.error")
                        && each.getText().contains("quoteZ")) {
                    return true;
                }
            }
            return false;
        });
        hands.picture("errors");
    }

    private void cure() throws Exception {
        testbed.place("quoteZ", 2);
        hands.keys("ctrl+1");
        Table cures = testbed.popup("the cures");
        hands.await(
                "a cure",
                () -> cures.getItemCount() > 0 && cures.getItem(0).getText().equals("change to \"quote\""));
        hands.picture("quick-fix");
        hands.keys("Return");
        hands.await("the cured text", () -> !testbed.content().contains("quoteZ"));
        testbed.awaitNoError();
    }

    private void propose() throws Exception {
        testbed.place("reliability 99.9 %", "reliability 99.9 %".length());
        hands.type("\n");
        hands.type("thr");
        hands.keys("ctrl+space");
        Table words = testbed.popup("the words");
        hands.await("a word", () -> words.getItem(0).getText().equals("throughput"));
        hands.keys("Return");
        hands.await("the word in the text", () -> testbed.content().contains("throughput"));
        hands.type(" ");
        hands.keys("ctrl+space");
        Table proposals = testbed.popup("the proposals");
        hands.await("distributions", () -> Arrays.stream(proposals.getItems())
                .anyMatch(each -> each.getText().startsWith("lognormal")));
        hands.picture("proposals");
        hands.keys("Escape");
        hands.type("1000/s");
        testbed.awaitNoError();
    }

    private void format() throws Exception {
        testbed.place("seed 42", 0);
        hands.type("    ");
        hands.await("a wrong layout", () -> testbed.content().contains("    seed 42"));
        hands.keys("ctrl+shift+f");
        hands.await("the layout", () -> testbed.content().contains("\nseed 42"));
    }

    private void explain() throws Exception {
        int place = hands.ui(() -> testbed.content().indexOf("lognormal"));
        String words = hands.ui(() -> testbed.editor().source().explanation(place));
        if (words == null || words.length() < 20) {
            throw new AssertionError("no explanation: " + words);
        }
    }

    private void definition() throws Exception {
        testbed.place("-> quote", 5);
        hands.keys("F3");
        hands.await("the declaration is selected", () -> {
            var selection = testbed.text().getSelection();
            return testbed.text().getSelectionText().equals("quote")
                    && testbed.content()
                            .startsWith("service quote ", testbed.content().indexOf("service quote "))
                    && testbed.text().getLineAtOffset(selection.x)
                            == testbed.text().getLineAtOffset(widgetOffset("service quote "));
        });
    }

    private void rename() throws Exception {
        testbed.place("-> quote", 5);
        hands.keys("alt+shift+r");
        Shell dialog = hands.shell(shell -> shell.getText().equals("Rename"));
        hands.ui(() -> {
            Hands.all(dialog, Text.class).get(0).setText("prices");
            return null;
        });
        hands.press(dialog, "OK");
        hands.await(
                "the new name everywhere",
                () -> testbed.content().contains("service prices : Quote")
                        && testbed.content().contains("-> prices")
                        && testbed.content().contains("serves prices")
                        && !testbed.content().contains("-> quote"));
        hands.keys("ctrl+z");
        hands.await(
                "the old name by one undo",
                () -> testbed.content().contains("service quote : Quote")
                        && testbed.content().contains("serves quote"));
        hands.picture("renamed-back");
    }

    private int widgetOffset(String words) {
        return testbed.editor()
                .source()
                .viewer()
                .modelOffset2WidgetOffset(testbed.content().indexOf(words));
    }
}
