package io.soabench.reports.paper;

import java.io.OutputStream;
import org.eclipse.birt.report.engine.api.EngineException;
import org.eclipse.birt.report.engine.api.script.IReportContext;
import org.eclipse.birt.report.engine.content.IReportContent;
import org.eclipse.birt.report.engine.emitter.IEmitterServices;
import org.eclipse.birt.report.engine.emitter.pdf.PDFEmitter;
import org.eclipse.birt.report.engine.emitter.pdf.PDFPage;
import org.eclipse.birt.report.engine.emitter.pdf.PDFPageDevice;
import org.eclipse.birt.report.engine.emitter.pdf.PDFRender;
import org.eclipse.birt.report.engine.layout.emitter.IPageDevice;
import org.eclipse.birt.report.engine.layout.emitter.PageDeviceRender;

/** BIRT's PDF emitter with {@link PaperPage pages} of the report. */
public final class PaperEmitter extends PDFEmitter {

    /** The identity of the emitter in {@code plugin.xml}. */
    public static final String ID = "io.soabench.reports.paper";

    /** Creates the emitter; BIRT calls this constructor. */
    public PaperEmitter() {
        // There is nothing to set.
    }

    @Override
    public PageDeviceRender createRender(IEmitterServices services) throws EngineException {
        return new Render(services);
    }

    private static final class Render extends PDFRender {

        Render(IEmitterServices services) throws EngineException {
            super(services);
        }

        @Override
        public IPageDevice createPageDevice(
                String title,
                String author,
                String subject,
                String comments,
                IReportContext context,
                IReportContent report) {
            Device device = new Device(output, title, author, subject, comments, context, report);
            currentPageDevice = device;
            return device;
        }
    }

    private static final class Device extends PDFPageDevice {

        private final ChartFonts fonts;

        Device(
                OutputStream output,
                String title,
                String author,
                String subject,
                String comments,
                IReportContext context,
                IReportContent report) {
            super(output, title, author, subject, comments, context, report);
            fonts = ChartFonts.of(context.getAppContext());
        }

        @Override
        protected PDFPage createPDFPage(int width, int height) {
            return new PaperPage(width, height, doc, writer, this, fonts);
        }
    }
}
