package io.soabench.eclipse.start;

import io.soabench.start.StartRefusedException;
import io.soabench.start.StartedTestbed;
import io.soabench.start.Starter;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.swt.SWT;
import org.eclipse.ui.IImportWizard;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;

/**
 * The wizard behind File &gt; New &gt; SOABench Testbed, and File &gt; Import. It does the work of {@code
 * soabench:init}, into a new project.
 */
public final class NewTestbedWizard extends Wizard implements INewWizard, IImportWizard {

    private IWorkbench workbench;
    private NewTestbedPage page;
    private String first = "";

    /** Creates the wizard for the platform. */
    public NewTestbedWizard() {
        setWindowTitle("New Testbed");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void init(IWorkbench now, IStructuredSelection selection) {
        workbench = now;
        IFile file = Adapters.adapt(selection.getFirstElement(), IFile.class);
        if (file != null
                && file.getLocation() != null
                && TestbedSource.of(file.getName()).isPresent()) {
            first = file.getLocation().toOSString();
        }
    }

    @Override
    public void addPages() {
        page = new NewTestbedPage(first);
        addPage(page);
    }

    @Override
    public boolean performFinish() {
        TestbedSource source = page.source();
        Path file = source == TestbedSource.BLACK_BOX ? null : page.file();
        URI address = source == TestbedSource.BLACK_BOX ? page.address() : null;
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(page.project());
        AtomicReference<Made> made = new AtomicReference<>();
        try {
            getContainer().run(true, true, monitor -> {
                try {
                    made.set(make(source, file, address, project, monitor));
                } catch (StartRefusedException | IOException | CoreException e) {
                    throw new InvocationTargetException(e);
                }
            });
            IDE.openEditor(
                    workbench.getActiveWorkbenchWindow().getActivePage(),
                    made.get().model());
            showNextSteps(made.get().started());
            return true;
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof StartRefusedException)) {
                ILog.get().error("No testbed was made", e.getCause());
            }
            MessageDialog.openError(getShell(), "New Testbed", e.getCause().getMessage());
        } catch (InterruptedException e) {
            return false;
        } catch (PartInitException e) {
            ILog.get().log(e.getStatus());
            return true;
        }
        return false;
    }

    /**
     * A new testbed.
     *
     * @param model its file in the workspace
     */
    private record Made(IFile model, StartedTestbed started) {}

    /** Shows what to do next, above this wizard, which closes then. */
    private void showNextSteps(StartedTestbed started) {
        MessageDialog.open(
                started.runs() ? MessageDialog.INFORMATION : MessageDialog.WARNING,
                getShell(),
                NextSteps.TITLE,
                NextSteps.of(started),
                SWT.NONE);
    }

    /** Writes the files, then makes a project of their folder: a testbed that is refused leaves none. */
    private static Made make(TestbedSource source, Path file, URI address, IProject project, IProgressMonitor monitor)
            throws StartRefusedException, IOException, CoreException, InterruptedException {
        monitor.beginTask("Making the testbed", IProgressMonitor.UNKNOWN);
        Path folder = ResourcesPlugin.getWorkspace()
                .getRoot()
                .getLocation()
                .append(project.getName())
                .toPath();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(NewTestbedWizard.class.getClassLoader());
        try {
            Starter starter = new Starter(NewTestbedWizard.class.getClassLoader());
            StartedTestbed started =
                    switch (source) {
                        case BPEL -> starter.fromBpel(file, folder);
                        case BPMN -> starter.fromBpmn(file, Optional.empty(), folder);
                        case WSDL -> starter.fromWsdl(file, folder);
                        case BLACK_BOX -> starter.fromBlackBox(address, folder);
                    };
            project.create(monitor);
            project.open(monitor);
            project.refreshLocal(IResource.DEPTH_INFINITE, monitor);
            return new Made(project.getFile(folder.relativize(started.testbed()).toString()), started);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
