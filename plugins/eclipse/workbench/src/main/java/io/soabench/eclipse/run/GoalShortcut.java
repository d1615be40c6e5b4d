package io.soabench.eclipse.run;

import java.util.Arrays;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationType;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.ILaunchShortcut;
import org.eclipse.jface.dialogs.ErrorDialog;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.PlatformUI;

/**
 * A shortcut that runs a goal for the selected testbed, or for the testbed of the editor. Its configuration is
 * kept, and can be changed and run again.
 */
abstract class GoalShortcut implements ILaunchShortcut {

    private final Goal goal;

    GoalShortcut(Goal goal) {
        this.goal = goal;
    }

    @Override
    public final void launch(ISelection selection, String mode) {
        if (selection instanceof IStructuredSelection structured) {
            launch(Adapters.adapt(structured.getFirstElement(), IFile.class), mode);
        }
    }

    @Override
    public final void launch(IEditorPart editor, String mode) {
        if (PlatformUI.getWorkbench().saveAllEditors(false)) {
            launch(Adapters.adapt(editor.getEditorInput(), IFile.class), mode);
        }
    }

    private void launch(IFile testbed, String mode) {
        if (testbed == null) {
            return;
        }
        try {
            DebugUITools.launch(configuration(testbed), mode);
        } catch (CoreException e) {
            ErrorDialog.openError(null, "SOABench", "The testbed cannot be run", e.getStatus());
        }
    }

    private ILaunchConfiguration configuration(IFile testbed) throws CoreException {
        ILaunchManager manager = DebugPlugin.getDefault().getLaunchManager();
        ILaunchConfigurationType type = manager.getLaunchConfigurationType(TestbedLaunch.TYPE);
        String path = testbed.getFullPath().toPortableString();
        var known = Arrays.stream(manager.getLaunchConfigurations(type))
                .filter(each -> is(each, path))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        String name = manager.generateLaunchConfigurationName(
                testbed.getName().replaceAll("\\.testbed$", "") + " " + goal.word());
        ILaunchConfigurationWorkingCopy configuration = type.newInstance(null, name);
        configuration.setAttribute(TestbedLaunch.TESTBED, path);
        configuration.setAttribute(TestbedLaunch.GOAL, goal.name());
        configuration.setMappedResources(new IFile[] {testbed});
        return configuration.doSave();
    }

    private boolean is(ILaunchConfiguration configuration, String path) {
        try {
            return configuration.getAttribute(TestbedLaunch.TESTBED, "").equals(path)
                    && configuration.getAttribute(TestbedLaunch.GOAL, "").equals(goal.name());
        } catch (CoreException e) {
            return false;
        }
    }
}
