package io.soabench.eclipse.run;

import java.util.Locale;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.AbstractLaunchConfigurationTab;
import org.eclipse.debug.ui.AbstractLaunchConfigurationTabGroup;
import org.eclipse.debug.ui.CommonTab;
import org.eclipse.debug.ui.ILaunchConfigurationDialog;
import org.eclipse.debug.ui.ILaunchConfigurationTab;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;

/** The tab of a launch configuration for its testbed, its goal, and further arguments for Maven. */
public final class TestbedTab extends AbstractLaunchConfigurationTab {

    private static final int MANY_LINES = 80;

    private Text testbed;
    private Combo goal;
    private Text arguments;

    /** The group of this tab and the common tab of all configurations. */
    public static final class Group extends AbstractLaunchConfigurationTabGroup {

        @Override
        public void createTabs(ILaunchConfigurationDialog dialog, String mode) {
            setTabs(new ILaunchConfigurationTab[] {new TestbedTab(), new CommonTab()});
        }
    }

    @Override
    public void createControl(Composite parent) {
        Composite page = new Composite(parent, SWT.NONE);
        page.setLayout(new GridLayout(2, false));
        label(page, "Testbed, as /project/file.testbed:");
        testbed = new Text(page, SWT.BORDER);
        testbed.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        testbed.addModifyListener(event -> updateLaunchConfigurationDialog());
        label(page, "Goal:");
        goal = new Combo(page, SWT.READ_ONLY);
        for (Goal each : Goal.values()) {
            goal.add(each.word());
        }
        goal.addModifyListener(event -> updateLaunchConfigurationDialog());
        label(page, "More arguments for Maven, one in a line,\ne.g. -Dsoabench.profile=short:");
        arguments = new Text(page, SWT.BORDER | SWT.MULTI | SWT.V_SCROLL);
        GridData large = new GridData(SWT.FILL, SWT.FILL, true, false);
        large.heightHint = MANY_LINES;
        arguments.setLayoutData(large);
        arguments.addModifyListener(event -> updateLaunchConfigurationDialog());
        setControl(page);
    }

    private static void label(Composite page, String text) {
        new Label(page, SWT.NONE).setText(text);
    }

    @Override
    public void setDefaults(ILaunchConfigurationWorkingCopy configuration) {
        configuration.setAttribute(TestbedLaunch.GOAL, Goal.RUN.name());
    }

    @Override
    public void initializeFrom(ILaunchConfiguration configuration) {
        try {
            testbed.setText(configuration.getAttribute(TestbedLaunch.TESTBED, ""));
            goal.setText(Goal.valueOf(configuration.getAttribute(TestbedLaunch.GOAL, Goal.RUN.name()))
                    .word());
            arguments.setText(configuration.getAttribute(TestbedLaunch.ARGUMENTS, ""));
        } catch (CoreException e) {
            setErrorMessage(e.getMessage());
        }
    }

    @Override
    public void performApply(ILaunchConfigurationWorkingCopy configuration) {
        configuration.setAttribute(TestbedLaunch.TESTBED, testbed.getText().strip());
        configuration.setAttribute(TestbedLaunch.GOAL, goal.getText().toUpperCase(Locale.ROOT));
        configuration.setAttribute(TestbedLaunch.ARGUMENTS, arguments.getText());
    }

    @Override
    public boolean isValid(ILaunchConfiguration configuration) {
        boolean named = testbed.getText().strip().endsWith(".testbed");
        setErrorMessage(named ? null : "Name a file that ends with .testbed");
        return named;
    }

    @Override
    public String getName() {
        return "Testbed";
    }
}
