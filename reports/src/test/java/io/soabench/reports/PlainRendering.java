package io.soabench.reports;

import io.soabench.reports.design.ReportFonts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import java.util.logging.Level;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.eclipse.birt.report.engine.api.EngineConstants;
import org.eclipse.birt.report.engine.api.HTMLRenderOption;
import org.eclipse.birt.report.engine.api.IRenderOption;
import org.eclipse.birt.report.engine.api.IRenderTask;
import org.eclipse.birt.report.engine.api.IReportDocument;
import org.eclipse.birt.report.engine.api.IReportEngine;
import org.eclipse.birt.report.engine.api.IReportEngineFactory;
import org.eclipse.birt.report.engine.api.IReportRunnable;
import org.eclipse.birt.report.engine.api.IRunTask;
import org.eclipse.birt.report.engine.api.PDFRenderOption;

/**
 * The report as BIRT's manual renders it, one step after the other: the design is saved and opened, laid out, laid out again for the pages of
 * the contents, and the document rendered once for each format. What {@code ReportBench} holds the renderer against.
 */
public final class PlainRendering {

    private PlainRendering() {}

    /** Arguments: the database without its ending, and a folder for the files. */
    @SuppressWarnings("unchecked") // BIRT's contexts are raw maps
    public static void main(String[] arguments) throws Exception {
        Path out = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
        EngineConfig config = new EngineConfig();
        config.setLogConfig(null, Level.OFF);
        config.setTempDir(out.toString());
        config.setFontConfig(ReportFonts.unpack(Files.createTempDirectory(out, "fonts"))
                .birtConfiguration()
                .toUri()
                .toURL());
        try (Connection connection = DriverManager.getConnection(
                "jdbc:h2:file:" + Path.of(arguments[0]).toAbsolutePath() + ";IFEXISTS=TRUE", "sa", "")) {
            config.getAppContext()
                    .putAll(Map.of(
                            EngineConstants.APPCONTEXT_CLASSLOADER_KEY,
                            PlainRendering.class.getClassLoader(),
                            "OdaJDBCDriverPassInConnection",
                            connection,
                            "OdaJDBCDriverPassInConnectionCloseAfterUse",
                            false));
            Platform.startup(config);
            IReportEngine engine = ((IReportEngineFactory)
                            Platform.createFactoryObject(IReportEngineFactory.EXTENSION_REPORT_ENGINE_FACTORY))
                    .createReportEngine(config);
            Path design = out.resolve("plain.rptdesign");
            RunReport.design(connection, ReportExtent.YES, "html").saveAs(design.toString());
            IReportRunnable runnable = engine.openReportDesign(design.toString());
            lay(engine, runnable, out.resolve("first.rptdocument")).close();
            IReportDocument document = lay(engine, runnable, out.resolve("second.rptdocument"));
            HTMLRenderOption html = new HTMLRenderOption();
            html.setOutputFormat("html");
            html.setHtmlPagination(false);
            html.setOption(IRenderOption.CHART_DPI, 144);
            html.setImageHandler(new EmbeddedImages());
            render(engine, document, html, out.resolve("plain.html"));
            PDFRenderOption pdf = new PDFRenderOption();
            pdf.setOutputFormat("pdf");
            pdf.setOption(IRenderOption.CHART_DPI, 192);
            render(engine, document, pdf, out.resolve("plain.pdf"));
            document.close();
            engine.destroy();
            Platform.shutdown();
        }
        System.exit(0);
    }

    private static IReportDocument lay(IReportEngine engine, IReportRunnable runnable, Path document) throws Exception {
        IRunTask task = engine.createRunTask(runnable);
        task.run(document.toString());
        task.close();
        return engine.openReportDocument(document.toString());
    }

    private static void render(IReportEngine engine, IReportDocument document, IRenderOption option, Path file)
            throws Exception {
        option.setSupportedImageFormats("SVG;PNG");
        option.setOutputFileName(file.toString());
        IRenderTask task = engine.createRenderTask(document);
        task.setRenderOption(option);
        task.render();
        task.close();
    }
}
