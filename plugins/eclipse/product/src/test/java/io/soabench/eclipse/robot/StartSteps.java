package io.soabench.eclipse.robot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IWorkbenchWizard;
import org.eclipse.ui.PlatformUI;

/** Makes a testbed of a BPEL process. */
final class StartSteps {

    private final Hands hands;
    private final OpenTestbed testbed;

    StartSteps(Hands hands) {
        this.hands = hands;
        this.testbed = new OpenTestbed(hands);
    }

    List<Step> steps() {
        return List.of(
                new Step("makesATestbedFromBpel", this::make),
                new Step("colours", this::colours),
                new Step("importsAsWell", this::imports));
    }

    private void make() throws Exception {
        hands.ui(() -> {
            // There is no window manager that could do it.
            Shell window = window();
            window.setBounds(window.getDisplay().getBounds());
            return null;
        });
        hands.choose(hands.ui(() -> window().getMenuBar()), "File", "New", "SOABench Testbed");
        Shell dialog = hands.shell(shell -> shell.getText().equals("New Testbed"));
        Text file = hands.see("the field", () -> Hands.all(dialog, Text.class).stream()
                .filter(each -> each.isEnabled() && each.isVisible() && each.getEditable())
                .findFirst());
        hands.ui(() -> {
            file.setText(Path.of(System.getProperty("soabench.bpel")).toString());
            return null;
        });
        hands.picture("wizard");
        hands.press(dialog, "Finish");
        Shell made = hands.shell(shell -> shell.getText().equals("The Testbed Is Made"));
        hands.await("what comes next", () -> Hands.all(made, Label.class).stream()
                .anyMatch(each -> each.getText().startsWith("It runs as it is. Run As > SOABench")));
        hands.picture("next-steps");
        hands.press(made, "OK");
        hands.await("the end of the dialog", made::isDisposed);
        hands.await("the end of the wizard", dialog::isDisposed);
        // There is no window manager that gives the keys back to the workbench.
        hands.focus(hands.ui(() -> window().getText()));
        hands.await(
                "its editor",
                () -> OpenTestbed.page().getActiveEditor() != null
                        && testbed.file().getFullPath().toString().equals("/sequential/Sequential.testbed"));
        hands.await("what the server says of it", () -> !testbed.problems().isEmpty());
        testbed.awaitNoError();
    }

    /** The wizard under File, Import, as the platform finds and makes it; what it does is seen above. */
    private void imports() throws Exception {
        String title = hands.ui(() -> {
            IWorkbenchWizard wizard = PlatformUI.getWorkbench()
                    .getImportWizardRegistry()
                    .findWizard("io.soabench.eclipse.importProcess")
                    .createWizard();
            wizard.init(PlatformUI.getWorkbench(), new StructuredSelection(testbed.file()));
            wizard.addPages();
            String made = wizard.getWindowTitle() + ": " + wizard.getPages()[0].getTitle();
            wizard.dispose();
            return made;
        });
        if (!title.equals("New Testbed: New Testbed")) {
            throw new AssertionError(title);
        }
    }

    private void colours() throws Exception {
        hands.await(
                "colours",
                () -> Arrays.stream(testbed.text().getStyleRanges())
                                .filter(each -> each.foreground != null)
                                .count()
                        > 20);
        hands.picture("new-testbed");
    }

    private static Shell window() {
        return PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell();
    }
}
