package io.soabench.eclipse.run;

import java.net.MalformedURLException;
import java.nio.file.Path;
import org.eclipse.core.runtime.ILog;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.browser.IWorkbenchBrowserSupport;

/** Shows reports: in the browser inside the workbench where there is one, else in that of the desktop. */
public final class Reports {

    private Reports() {}

    /** Opens a report. On the thread of the user interface. */
    public static void open(Path page) {
        try {
            IWorkbenchBrowserSupport browsers = PlatformUI.getWorkbench().getBrowserSupport();
            if (browsers.isInternalWebBrowserAvailable()) {
                browsers.createBrowser(
                                IWorkbenchBrowserSupport.AS_EDITOR | IWorkbenchBrowserSupport.LOCATION_BAR,
                                "io.soabench.eclipse.report",
                                "Report",
                                page.toString())
                        .openURL(page.toUri().toURL());
            } else {
                browsers.getExternalBrowser().openURL(page.toUri().toURL());
            }
        } catch (PartInitException | MalformedURLException e) {
            ILog.get().error("The report cannot be shown; open it yourself: " + page, e);
        }
    }
}
