package io.soabench.eclipse.editor;

import io.soabench.eclipse.run.RunsView;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.eclipse.ui.console.IConsoleConstants;
import org.eclipse.ui.navigator.resources.ProjectExplorer;

/** The arrangement of a new workbench: files and outline beside the editor, problems and the console below. */
public final class TestbedPerspective implements IPerspectiveFactory {

    private static final float SIDE = 0.24f;
    private static final float BELOW = 0.7f;

    @Override
    public void createInitialLayout(IPageLayout layout) {
        IFolderLayout files = layout.createFolder("files", IPageLayout.LEFT, SIDE, layout.getEditorArea());
        files.addView(ProjectExplorer.VIEW_ID);
        layout.createFolder("outline", IPageLayout.BOTTOM, 0.5f, "files").addView(IPageLayout.ID_OUTLINE);
        IFolderLayout below = layout.createFolder("below", IPageLayout.BOTTOM, BELOW, layout.getEditorArea());
        below.addView(IPageLayout.ID_PROBLEM_VIEW);
        below.addView(IConsoleConstants.ID_CONSOLE_VIEW);
        below.addView(RunsView.ID);
        layout.addActionSet(IDebugUIConstants.LAUNCH_ACTION_SET);
        layout.addNewWizardShortcut("io.soabench.eclipse.newTestbed");
        layout.addNewWizardShortcut("org.eclipse.ui.wizards.new.file");
        layout.addNewWizardShortcut("org.eclipse.ui.wizards.new.folder");
    }
}
