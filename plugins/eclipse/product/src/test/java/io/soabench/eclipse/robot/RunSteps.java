package io.soabench.eclipse.robot;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;

/** Makes a testbed of a BPEL process. */
final class RunSteps {

    private final Hands hands;

    RunSteps(Hands hands) {
        this.hands = hands;
    }

    List<Step> steps() {
        return List.of(new Step("makesATestbedFromBpel", this::make));
    }

    private void make() throws Exception {
        String bpel = Path.of(System.getProperty("soabench.quickstart"))
                .resolve("bpel/sequential.bpel")
                .toString();
        hands.later(() -> {
            var wizard = PlatformUI.getWorkbench()
                    .getNewWizardRegistry()
                    .findWizard("io.soabench.eclipse.newTestbed")
                    .createWizard();
            wizard.init(PlatformUI.getWorkbench(), StructuredSelection.EMPTY);
            new WizardDialog(
                            PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell(), wizard)
                    .open();
        });
        Shell dialog = hands.shell(shell -> shell.getText().equals("New Testbed"));
        Text file = hands.see("the field", () -> Hands.all(dialog, Text.class).stream()
                .filter(each -> each.isEnabled() && each.isVisible() && each.getEditable())
                .findFirst());
        hands.ui(() -> {
            file.setText(bpel);
            return null;
        });
        hands.picture("wizard");
        hands.press(dialog, "Finish");
        IFile model = hands.see("the model", () -> model());
        hands.await(
                "its editor",
                () -> page().getActiveEditor() != null
                        && page().getActiveEditor().getTitle().equals(model.getName()));
        hands.picture("new-testbed");
        Thread.sleep(2000);
        hands.await("no error in it", () -> Arrays.stream(
                        model.findMarkers("io.soabench.eclipse.problem", true, IResource.DEPTH_ZERO))
                .noneMatch(each -> each.getAttribute(IMarker.SEVERITY, 0) == IMarker.SEVERITY_ERROR));
    }

    private Optional<IFile> model() throws Exception {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("sequential");
        return project.exists() && project.isOpen()
                ? Arrays.stream(project.members())
                        .filter(IFile.class::isInstance)
                        .map(IFile.class::cast)
                        .filter(each -> "testbed".equals(each.getFileExtension()))
                        .findFirst()
                : Optional.empty();
    }

    private static IWorkbenchPage page() {
        return PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage();
    }
}
