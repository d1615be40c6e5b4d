package io.soabench.eclipse.run;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.ui.PlatformUI;

/** The actions at the end of a run: the workspace is refreshed, and the report is opened. */
final class RunCompletion implements IDebugEventSetListener {

    private final IProcess process;
    private final Path folder;
    private final Set<Path> before;
    /** A flag against a double report of the end: as an event, and by a check at the same moment. */
    private final AtomicBoolean completed = new AtomicBoolean();

    private RunCompletion(IProcess process, Path folder) {
        this.process = process;
        this.folder = folder;
        this.before = Runs.in(folder).stream().map(Run::folder).collect(Collectors.toSet());
    }

    static void await(IProcess process, Path folder) {
        RunCompletion ending = new RunCompletion(process, folder);
        DebugPlugin.getDefault().addDebugEventListener(ending);
        if (process.isTerminated()) {
            ending.ended();
        }
    }

    @Override
    public void handleDebugEvents(DebugEvent[] events) {
        for (DebugEvent each : events) {
            if (each.getKind() == DebugEvent.TERMINATE && each.getSource() == process) {
                ended();
            }
        }
    }

    private void ended() {
        if (!completed.compareAndSet(false, true)) {
            return;
        }
        DebugPlugin.getDefault().removeDebugEventListener(this);
        Job job = Job.create("Results of " + process.getLabel(), monitor -> {
            try {
                for (var each : ResourcesPlugin.getWorkspace().getRoot().findContainersForLocationURI(folder.toUri())) {
                    each.refreshLocal(IResource.DEPTH_INFINITE, monitor);
                }
            } catch (CoreException e) {
                ILog.get().log(e.getStatus());
            }
            PlatformUI.getWorkbench().getDisplay().asyncExec(this::show);
        });
        job.setSystem(true);
        job.schedule();
    }

    private void show() {
        RunsView.refreshAll();
        Runs.in(folder).stream()
                .filter(run -> !before.contains(run.folder()))
                .findFirst()
                .flatMap(Run::report)
                .ifPresent(ReportBrowser::open);
    }
}
