package io.soabench.eclipse.robot;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.IStartup;
import org.eclipse.ui.PlatformUI;

/** Starts when the workbench has started, and ends it when everything is done. */
public final class Start implements IStartup {

    private final Path results = Path.of(System.getProperty("soabench.robot"));

    @Override
    public void earlyStartup() {
        Thread robot = new Thread(this::run, "robot");
        robot.setDaemon(true);
        robot.start();
    }

    private void run() {
        Hands hands = new Hands(Display.getDefault(), results);
        for (Step step : Scenario.steps(hands)) {
            String result;
            try {
                step.action().run();
                result = "ok";
            } catch (Throwable e) {
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                result = trace.toString();
                hands.picture("failed-" + step.name());
            }
            write(step.name(), result);
            if (!result.equals("ok")) {
                break;
            }
        }
        Display.getDefault().asyncExec(() -> {
            PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage().closeAllEditors(false);
            PlatformUI.getWorkbench().close();
        });
    }

    private void write(String name, String result) {
        try {
            Files.writeString(
                    results.resolve(name + ".txt"),
                    result,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException("cannot write the result of " + name, e);
        }
    }
}
