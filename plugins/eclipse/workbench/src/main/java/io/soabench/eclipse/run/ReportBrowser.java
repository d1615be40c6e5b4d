package io.soabench.eclipse.run;

import java.net.MalformedURLException;
import java.nio.file.Path;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.dialogs.ErrorDialog;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.browser.IWorkbenchBrowserSupport;

/** The display of reports: in the browser inside the workbench where there is one, else in the desktop's. */
public final class ReportBrowser {

    private ReportBrowser() {}

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
            ErrorDialog.openError(
                    null,
                    "Report",
                    "There is no browser, neither inside the workbench (WebKitGTK) nor on the desktop. Open it elsewhere: "
                            + page,
                    new Status(IStatus.ERROR, ReportBrowser.class, e.getMessage(), e));
        }
    }
}
