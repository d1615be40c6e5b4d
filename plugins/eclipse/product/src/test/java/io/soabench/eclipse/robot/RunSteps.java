package io.soabench.eclipse.robot;

import io.soabench.eclipse.run.Goal;
import io.soabench.eclipse.run.RunsView;
import io.soabench.eclipse.run.TestbedLaunch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.browser.Browser;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.IEditorReference;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.TextConsole;

/** Runs the testbed with a real Maven, and looks at what comes of it. */
final class RunSteps {

    private static final String BROWSER = "org.eclipse.ui.browser.editor";
    private static final Duration RUN = Duration.ofMinutes(5);

    private final Hands hands;
    private final OpenTestbed testbed;

    RunSteps(Hands hands) {
        this.hands = hands;
        this.testbed = new OpenTestbed(hands);
    }

    List<Step> steps() {
        return List.of(
                new Step("runs", this::run),
                new Step("showsTheReport", this::report),
                new Step("listsTheRunWithVerdicts", this::runs),
                new Step("opensTheReportOfARun", this::reopen));
    }

    /** Shortens it, as its comments say how, and starts it by the menu. */
    private void run() throws Exception {
        replace("repeat 2  warm up 3 s  measure 10 s", "repeat 1  warm up 1 s  measure 4 s");
        replace("(steady, arrivals)", "(arrivals)");
        replace("report html, pdf", "report html");
        testbed.place("suite First", 0);
        hands.keys("ctrl+s");
        hands.await("that it is saved", () -> !testbed.editor().isDirty());
        testbed.awaitNoError();
        hands.ui(() -> configuration().doSave());
        hands.choose(hands.ui(() -> window().getMenuBar()), "Run", "Run As", "1 SOABench");
        hands.see("the requests in the console", RUN, () -> said("measuring (4 s)"));
        hands.picture("run");
        hands.see("the end in the console", RUN, () -> said("BUILD "));
        String console = hands.ui(RunSteps::console);
        if (!console.contains("BUILD SUCCESS")) {
            throw new AssertionError("the run failed:\n" + console);
        }
    }

    /** What Run &gt; Run Configurations would keep: what a busy machine disturbed is not measured again. */
    private ILaunchConfigurationWorkingCopy configuration() throws Exception {
        ILaunchConfigurationWorkingCopy kept = DebugPlugin.getDefault()
                .getLaunchManager()
                .getLaunchConfigurationType(TestbedLaunch.TYPE)
                .newInstance(null, "Sequential");
        kept.setAttribute(TestbedLaunch.TESTBED, testbed.file().getFullPath().toString());
        kept.setAttribute(TestbedLaunch.GOAL, Goal.RUN.name());
        kept.setAttribute(TestbedLaunch.ARGUMENTS, "-Dsoabench.again=0");
        return kept;
    }

    private void replace(String words, String others) throws Exception {
        hands.ui(() -> {
            int at = testbed.content().indexOf(words);
            if (at < 0) {
                throw new AssertionError("the text does not contain " + words);
            }
            testbed.editor().source().document().text().replace(at, words.length(), others);
            return null;
        });
    }

    private static Optional<Boolean> said(String words) {
        return console().contains(words) ? Optional.of(true) : Optional.empty();
    }

    private static String console() {
        return Arrays.stream(ConsolePlugin.getDefault().getConsoleManager().getConsoles())
                .filter(TextConsole.class::isInstance)
                .map(each -> ((TextConsole) each).getDocument().get())
                .reduce("", String::concat);
    }

    /** It opens by itself. */
    private void report() throws Exception {
        Browser browser = hands.see("the report", RunSteps::browser);
        hands.await(
                "its words",
                () -> browser.getText().contains("Sequential")
                        && browser.getText().contains("arrivals")
                        && browser.getUrl().endsWith("/report/index.html"));
        hands.picture("report");
    }

    private static Optional<Browser> browser() {
        return Hands.all(window(), Browser.class).stream()
                .filter(Browser::isVisible)
                .findFirst();
    }

    /** What its file says is in the list. */
    private void runs() throws Exception {
        hands.ui(() -> OpenTestbed.page().showView(RunsView.ID));
        String verdicts = Files.readString(folder().resolve("report/verdicts.json"));
        hands.await("the run and its verdict", () -> {
            TreeItem run = tree().getItem(0);
            TreeItem first = run.getItem(0);
            return run.getText(0).startsWith("Sequential, 20")
                    && run.getText(1).startsWith("complete")
                    && first.getText(0).equals(first("case", verdicts))
                    && first.getText(1).equals(first("verdict", verdicts))
                    && first.getText(2).equals("p95 response-time < 1 s");
        });
        hands.picture("runs");
    }

    /** The first such text in a file. */
    private static String first(String field, String json) {
        Matcher found = Pattern.compile("\"" + field + "\" : \"([^\"]+)\"").matcher(json);
        if (!found.find()) {
            throw new AssertionError("no " + field + " in " + json);
        }
        return found.group(1);
    }

    private Path folder() throws Exception {
        Path project = hands.ui(() -> ResourcesPlugin.getWorkspace()
                .getRoot()
                .getProject("sequential")
                .getLocation()
                .toPath());
        return project.resolve("target/soabench/Sequential/runs/latest");
    }

    private static Tree tree() {
        return Hands.all(window(), Tree.class).stream()
                .filter(each -> each.isVisible() && each.getColumnCount() == 4)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no list of runs"));
    }

    /** Closes the report, and opens it again by a double click on its run. */
    private void reopen() throws Exception {
        hands.ui(() -> {
            for (IEditorReference each : OpenTestbed.page().getEditorReferences()) {
                if (each.getId().equals(BROWSER)) {
                    OpenTestbed.page().closeEditor(each.getEditor(false), false);
                }
            }
            return null;
        });
        hands.await("no report", () -> browser().isEmpty());
        Point place = hands.ui(() -> {
            Rectangle bounds = tree().getItem(0).getBounds(0);
            return tree().toDisplay(bounds.x + 20, bounds.y + bounds.height / 2);
        });
        hands.doubleClick(place.x, place.y);
        Browser browser = hands.see("the report", RunSteps::browser);
        hands.await("its words", () -> browser.getText().contains("Sequential"));
        if (DebugPlugin.getDefault().getLaunchManager().getProcesses().length != 1) {
            throw new AssertionError("something was run again");
        }
    }

    private static Shell window() {
        return PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell();
    }
}
