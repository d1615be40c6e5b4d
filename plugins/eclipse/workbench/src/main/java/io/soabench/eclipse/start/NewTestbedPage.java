package io.soabench.eclipse.start;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.SelectionListener;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;

/** The wizard page that asks for the source of a testbed, and for the project in which it goes. */
final class NewTestbedPage extends WizardPage {

    private final Map<TestbedSource, Button> kinds = new EnumMap<>(TestbedSource.class);
    private TestbedSource source = TestbedSource.BPEL;
    private Label question;
    private Text origin;
    private Button browse;
    private Text project;
    private String proposed = "";
    private final String first;

    /**
     * @param first proposed origin; may be empty
     */
    NewTestbedPage(String first) {
        super("testbed", "New Testbed", null);
        setDescription("Makes a project with a testbed that can be run as it is.");
        this.first = first;
    }

    @Override
    public void createControl(Composite parent) {
        Composite page = new Composite(parent, SWT.NONE);
        page.setLayout(new GridLayout(3, false));
        for (TestbedSource each : TestbedSource.values()) {
            Button kind = new Button(page, SWT.RADIO);
            kind.setText(each.label());
            kind.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false, 3, 1));
            kind.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> {
                if (kind.getSelection()) {
                    choose(each);
                }
            }));
            kinds.put(each, kind);
        }
        question = new Label(page, SWT.NONE);
        question.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, false, false));
        origin = new Text(page, SWT.BORDER);
        origin.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        browse = new Button(page, SWT.PUSH);
        browse.setText("Browse\u2026");
        browse.addSelectionListener(SelectionListener.widgetSelectedAdapter(event -> browse()));
        new Label(page, SWT.NONE).setText("Project:");
        project = new Text(page, SWT.BORDER);
        project.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        origin.addModifyListener(event -> {
            propose();
            check();
        });
        project.addModifyListener(event -> check());
        setControl(page);
        choose(TestbedSource.of(first).orElse(TestbedSource.BPEL));
        origin.setText(first);
        setErrorMessage(null);
    }

    private void choose(TestbedSource now) {
        source = now;
        kinds.forEach((kind, button) -> button.setSelection(kind == now));
        question.setText(now.question());
        browse.setVisible(now.files() != null);
        question.getParent().layout();
        check();
    }

    private void browse() {
        FileDialog dialog = new FileDialog(getShell(), SWT.OPEN);
        dialog.setFilterExtensions(new String[] {source.files(), "*"});
        String chosen = dialog.open();
        if (chosen != null) {
            origin.setText(chosen);
        }
    }

    /** Names the project like the file, unless the user has named it. */
    private void propose() {
        if (project.getText().equals(proposed)) {
            proposed = new File(origin.getText())
                    .getName()
                    .replaceAll("\\.\\w+$", "")
                    .replaceAll("[^\\w-]", "-");
            project.setText(proposed);
        }
    }

    private void check() {
        String problem = problem();
        setErrorMessage(problem);
        setPageComplete(problem == null);
    }

    private String problem() {
        try {
            if (origin.getText().isBlank()) {
                return "Say of what the testbed is to be made";
            }
            if (source != TestbedSource.BLACK_BOX && !Files.isRegularFile(file())) {
                return "There is no file " + origin.getText();
            }
            if (source == TestbedSource.BLACK_BOX && !address().toString().matches("https?://.+")) {
                return "An address begins with http:// or https://";
            }
        } catch (InvalidPathException e) {
            return origin.getText() + " is no path of a file";
        } catch (IllegalArgumentException e) {
            return origin.getText() + " is no address";
        }
        IStatus name = ResourcesPlugin.getWorkspace().validateName(project.getText(), IResource.PROJECT);
        if (!name.isOK()) {
            return name.getMessage();
        }
        return ResourcesPlugin.getWorkspace()
                        .getRoot()
                        .getProject(project.getText())
                        .exists()
                ? "There is a project " + project.getText() + " already; choose another name"
                : null;
    }

    TestbedSource source() {
        return source;
    }

    Path file() {
        return Path.of(origin.getText().strip());
    }

    URI address() {
        return URI.create(origin.getText().strip());
    }

    String project() {
        return project.getText();
    }
}
