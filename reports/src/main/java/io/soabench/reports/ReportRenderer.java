package io.soabench.reports;

import io.soabench.reports.design.Fonts;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.UnreadableSourceException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.eclipse.birt.core.exception.BirtException;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.eclipse.birt.report.engine.api.EngineConstants;
import org.eclipse.birt.report.engine.api.HTMLRenderOption;
import org.eclipse.birt.report.engine.api.IEngineTask;
import org.eclipse.birt.report.engine.api.IPDFRenderOption;
import org.eclipse.birt.report.engine.api.IRenderOption;
import org.eclipse.birt.report.engine.api.IRenderTask;
import org.eclipse.birt.report.engine.api.IReportDocument;
import org.eclipse.birt.report.engine.api.IReportEngine;
import org.eclipse.birt.report.engine.api.IReportEngineFactory;
import org.eclipse.birt.report.engine.api.IReportRunnable;
import org.eclipse.birt.report.engine.api.IRunTask;
import org.eclipse.birt.report.engine.api.PDFRenderOption;
import org.eclipse.birt.report.model.api.ReportDesignHandle;

/**
 * Renders the database of a run as {@code index.html} and {@code report.pdf}. Runs as a program of its own, because BIRT
 * wants its libraries as separate jars and shares none of them with the rest of SOABench.
 *
 * <p>{@code java -cp … io.soabench.reports.ReportRenderer --database FILE.mv.db --out DIR [--formats html,pdf]
 * [--details no]}. Without details there is no chapter for each case. Exit
 * status 0 when every file was written whole; 1 with one line on standard error for each thing that went wrong; 2 for a
 * wrong command line. What stood in DIR before is replaced file by file, and only by complete files.
 */
public final class ReportRenderer {

    /** Sharp in print. */
    private static final int PRINT_DPI = 192;

    /** Sharp on a screen: the page shows charts at two thirds of this size. */
    private static final int SCREEN_DPI = 144;

    private static final String DESIGN = "soabench.rptdesign";

    private final Path database;
    private final Path out;
    private final List<String> formats;
    private final boolean details;

    private ReportRenderer(Path database, Path out, List<String> formats, boolean details) {
        this.database = database;
        this.out = out;
        this.formats = formats;
        this.details = details;
    }

    /** See the class. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    static int run(String[] arguments, PrintStream err) {
        Locale.setDefault(Locale.ROOT);
        Path database = null;
        Path out = null;
        List<String> formats = List.of("html", "pdf");
        String details = "yes";
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--database" -> database = Path.of(arguments[i + 1]).toAbsolutePath();
                case "--out" -> out = Path.of(arguments[i + 1]).toAbsolutePath();
                case "--formats" -> formats = List.of(arguments[i + 1].split(",", -1));
                case "--details" -> details = arguments[i + 1];
                default -> {
                    err.println("unknown option " + arguments[i]);
                    return 2;
                }
            }
        }
        if (database == null || out == null || arguments.length % 2 != 0) {
            err.println("usage: --database FILE.mv.db --out DIR [--formats html,pdf] [--details yes|no]");
            return 2;
        }
        if (!Files.isRegularFile(database)) {
            err.println("there is no database " + database + "; run the goal analyze first");
            return 1;
        }
        if (!details.equals("yes") && !details.equals("no")) {
            err.println("unknown value of --details \"" + details + "\"; known are yes and no");
            return 2;
        }
        for (String format : formats) {
            if (!format.equals("html") && !format.equals("pdf")) {
                err.println("unknown report format \"" + format + "\"; known are html and pdf");
                return 2;
            }
        }
        try {
            return new ReportRenderer(database, out, formats, details.equals("yes")).render(err);
        } catch (IOException | UncheckedIOException | UnreadableSourceException | BirtException | SQLException e) {
            err.println("the report cannot be rendered: " + e.getMessage());
            return 1;
        }
    }

    private int render(PrintStream err) throws IOException, BirtException, SQLException {
        // Libraries warn of series without a value; what matters comes as an error of a task.
        LogManager.getLogManager().reset();
        try (RenderingFolder work = RenderingFolder.create(out)) {
            Fonts fonts = Fonts.unpack(Files.createDirectory(work.path().resolve("fonts")));
            String url = "jdbc:h2:file:" + database.toString().replaceFirst("\\.mv\\.db$", "")
                    + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE";
            List<String> problems = new ArrayList<>();
            try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
                render(connection, fonts, work.path(), problems);
            }
            problems.stream().distinct().forEach(err::println);
            if (!problems.isEmpty()) {
                return 1;
            }
            work.publish(Stream.of("index.html", "report.pdf", DESIGN)
                    .filter(file -> Files.exists(work.path().resolve(file)))
                    .toList());
            return 0;
        }
    }

    @SuppressWarnings("unchecked") // BIRT's contexts are raw maps
    private void render(Connection connection, Fonts fonts, Path work, List<String> problems)
            throws IOException, BirtException {
        EngineConfig config = new EngineConfig();
        config.setLogConfig(null, Level.OFF);
        config.setTempDir(work.toString());
        config.setFontConfig(fonts.birtConfiguration().toUri().toURL());
        config.getAppContext().put(EngineConstants.APPCONTEXT_CLASSLOADER_KEY, ReportRenderer.class.getClassLoader());
        config.getAppContext().put("OdaJDBCDriverPassInConnection", connection);
        config.getAppContext().put("OdaJDBCDriverPassInConnectionCloseAfterUse", false);
        Platform.startup(config);
        try {
            IReportEngineFactory factory = (IReportEngineFactory)
                    Platform.createFactoryObject(IReportEngineFactory.EXTENSION_REPORT_ENGINE_FACTORY);
            IReportEngine engine = factory.createReportEngine(config);
            try {
                ReportDesignHandle design = RunReport.design(connection, details);
                Path designFile = work.resolve(DESIGN);
                design.saveAs(designFile.toString());
                IReportRunnable runnable = engine.openReportDesign(designFile.toString());
                Map<String, String> pages = new HashMap<>();
                config.getAppContext().put(Layout.PAGES, pages);
                IReportDocument rendered = lay(engine, runnable, work.resolve("first.rptdocument"), problems);
                if (formats.contains("pdf")) {
                    // Only a document that is laid out knows its pages: the contents take them in a second round.
                    for (Object bookmark : rendered.getBookmarks()) {
                        pages.put(bookmark.toString(), Long.toString(rendered.getPageNumber(bookmark.toString())));
                    }
                    rendered.close();
                    rendered = lay(engine, runnable, work.resolve("second.rptdocument"), problems);
                }
                if (formats.contains("html")) {
                    html(engine, rendered, work, problems);
                }
                if (formats.contains("pdf")) {
                    pdf(engine, rendered, work, problems);
                }
                rendered.close();
            } finally {
                engine.destroy();
            }
        } finally {
            Platform.shutdown();
        }
    }

    private static IReportDocument lay(
            IReportEngine engine, IReportRunnable runnable, Path document, List<String> problems) throws BirtException {
        IRunTask run = engine.createRunTask(runnable);
        run.run(document.toString());
        collect(run, problems);
        run.close();
        return engine.openReportDocument(document.toString());
    }

    private static void html(IReportEngine engine, IReportDocument document, Path work, List<String> problems)
            throws BirtException, IOException {
        Path pages = work.resolve("pages.html");
        HTMLRenderOption option = new HTMLRenderOption();
        option.setOutputFormat(HTMLRenderOption.HTML);
        option.setOutputFileName(pages.toString());
        option.setHtmlPagination(false);
        option.setMasterPageContent(false);
        option.setSupportedImageFormats("SVG;PNG");
        option.setOption(IRenderOption.CHART_DPI, SCREEN_DPI);
        option.setHtmlTitle("SOABench report");
        EmbeddedImages images = new EmbeddedImages();
        option.setImageHandler(images);
        IRenderTask task = engine.createRenderTask(document);
        task.setRenderOption(option);
        task.render();
        collect(task, problems);
        task.close();
        Files.writeString(work.resolve("index.html"), SelfContained.page(Files.readString(pages), images));
    }

    private static void pdf(IReportEngine engine, IReportDocument document, Path work, List<String> problems)
            throws BirtException {
        PDFRenderOption option = new PDFRenderOption();
        option.setOutputFormat("pdf");
        option.setOutputFileName(work.resolve("report.pdf").toString());
        option.setOption(IPDFRenderOption.PAGE_OVERFLOW, IPDFRenderOption.FIT_TO_PAGE_SIZE);
        option.setSupportedImageFormats("SVG;PNG");
        option.setOption(IRenderOption.CHART_DPI, PRINT_DPI);
        IRenderTask task = engine.createRenderTask(document);
        task.setRenderOption(option);
        task.render();
        collect(task, problems);
        task.close();
    }

    /** BIRT does not throw what goes wrong in a query or a chart. */
    private static void collect(IEngineTask task, List<String> problems) {
        for (Object error : task.getErrors()) {
            problems.add(error instanceof Throwable t ? innermost(t) : String.valueOf(error));
        }
    }

    private static String innermost(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return thrown.getMessage() + (cause == thrown ? "" : " (" + cause.getMessage() + ")");
    }
}
