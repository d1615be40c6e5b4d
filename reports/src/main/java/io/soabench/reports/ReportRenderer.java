package io.soabench.reports;

import io.soabench.reports.design.ReportFonts;
import io.soabench.reports.design.UnreadableQueryException;
import io.soabench.reports.flames.FlamePage;
import io.soabench.reports.interactive.InteractivePage;
import io.soabench.reports.paper.ChartFonts;
import io.soabench.reports.paper.PaperEmitter;
import io.soabench.reports.picture.PaletteWriters;
import io.soabench.reports.traces.TraceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.eclipse.birt.report.engine.api.IReportEngine;
import org.eclipse.birt.report.engine.api.IReportEngineFactory;
import org.eclipse.birt.report.engine.api.IRunAndRenderTask;
import org.eclipse.birt.report.engine.api.PDFRenderOption;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The renderer of the database of a run, of a comparison of runs or of a change series as {@code index.html} and {@code report.pdf}. Beside
 * the HTML of a run it writes the {@link InteractivePage} and the {@link TraceFile}. It is a program of its own, because BIRT needs its libraries as separate jars and shares none of them with the rest of SOABench.
 *
 * <p>{@code java -cp … io.soabench.reports.ReportRenderer --database FILE.mv.db --out DIR [--formats html,pdf] [--details html|yes|no]
 * [--kind run|comparison|history] [--traces NUMBER]}. See {@link ReportExtent} and {@link TraceFile}. The exit status is 0 when every file is complete, 1 with one line on standard
 * error for each problem, and 2 for a wrong command line. The files in DIR are replaced one by one, and only by complete files.
 */
public final class ReportRenderer {

    /** Resolution of charts in print. */
    private static final int PRINT_DPI = 150;

    /** Resolution of charts on a screen: the page shows them at two thirds of this size. */
    private static final int SCREEN_DPI = 144;

    /** Size of the query cache; no report has as many queries. */
    private static final int QUERIES = 256;

    private static final String DESIGN = "soabench.rptdesign";
    private static final String YES = "yes";
    private static final String NO = "no";

    private final Path database;
    private final Path out;
    private final List<String> formats;
    private final ReportExtent extent;
    private final boolean designKept;
    private final int traces;
    private final ReportKind kind;
    private final SharedQueryResults answers;

    private ReportRenderer(
            Path database,
            Path out,
            List<String> formats,
            ReportExtent extent,
            boolean designKept,
            ReportKind kind,
            int traces) {
        this.kind = kind;
        this.traces = traces;
        this.designKept = designKept;
        this.database = database;
        this.out = out;
        this.formats = formats;
        this.extent = extent;
        answers = new SharedQueryResults(formats.size());
    }

    /** Runs the program, see the class. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    static int run(String[] arguments, PrintStream err) {
        return run(arguments, err, Optional.empty());
    }

    /**
     * Runs the program.
     *
     * @param fonts fonts of the report; when empty, they are unpacked for this rendering only, and a second one in the JVM has none
     */
    static int run(String[] arguments, PrintStream err, Optional<ReportFonts> fonts) {
        Locale.setDefault(Locale.ROOT);
        Path database = null;
        Path out = null;
        List<String> formats = List.of("html", "pdf");
        String details = ReportExtent.YES.word();
        String design = NO;
        String kind = ReportKind.RUN.word();
        String traces = "0";
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--database" -> database = Path.of(arguments[i + 1]).toAbsolutePath();
                case "--out" -> out = Path.of(arguments[i + 1]).toAbsolutePath();
                case "--formats" -> formats = List.of(arguments[i + 1].split(",", -1));
                case "--details" -> details = arguments[i + 1];
                case "--design" -> design = arguments[i + 1];
                case "--kind" -> kind = arguments[i + 1];
                case "--traces" -> traces = arguments[i + 1];
                default -> {
                    err.println("unknown option " + arguments[i]);
                    return 2;
                }
            }
        }
        if (database == null || out == null || arguments.length % 2 != 0) {
            err.println(
                    "usage: --database FILE.mv.db --out DIR [--formats html,pdf] [--details html|yes|no] [--design yes|no]"
                            + " [--kind "
                            + ReportKind.words("|") + "] [--traces NUMBER]");
            return 2;
        }
        if (!Files.isRegularFile(database)) {
            err.println("there is no database " + database + "; run the goal analyze first");
            return 1;
        }
        Optional<ReportExtent> extent = ReportExtent.of(details);
        if (extent.isEmpty()) {
            err.println("unknown value of --details \"" + details + "\"; known are html, yes and no");
            return 2;
        }
        if (!design.equals(YES) && !design.equals(NO)) {
            err.println("unknown value of --design \"" + design + "\"; known are yes and no");
            return 2;
        }
        Optional<ReportKind> chosen = ReportKind.of(kind);
        if (chosen.isEmpty()) {
            err.println("unknown kind of report \"" + kind + "\"; known are " + ReportKind.words(", "));
            return 2;
        }
        if (!traces.matches("[0-9]{1,6}")) {
            err.println("--traces is \"" + traces + "\"; it is a number of requests, at most 999999");
            return 2;
        }
        for (String format : formats) {
            if (!format.equals("html") && !format.equals("pdf")) {
                err.println("unknown report format \"" + format + "\"; known are html and pdf");
                return 2;
            }
        }
        try {
            return new ReportRenderer(
                            database,
                            out,
                            formats,
                            extent.get(),
                            design.equals(YES),
                            chosen.get(),
                            Integer.parseInt(traces))
                    .render(err, fonts);
        } catch (IOException | UncheckedIOException | UnreadableQueryException | BirtException | SQLException e) {
            err.println("the report cannot be rendered: " + e.getMessage());
            return 1;
        }
    }

    private int render(PrintStream err, Optional<ReportFonts> given) throws IOException, BirtException, SQLException {
        // Libraries warn of series without a value; what matters comes as an error of a task.
        LogManager.getLogManager().reset();
        try (RenderingFolder work = RenderingFolder.create(out)) {
            ReportFonts fonts = given.isPresent()
                    ? given.get()
                    : ReportFonts.unpack(Files.createDirectory(work.path().resolve("fonts")));
            Set<String> problems = render(fonts, work.path());
            problems.forEach(err::println);
            if (!problems.isEmpty()) {
                return 1;
            }
            boolean recorded = Files.exists(work.path().resolve(FlamePage.FILE));
            work.publish(
                    Stream.of(InteractivePage.FILE, FlamePage.FILE, TraceFile.FILE, "index.html", "report.pdf", DESIGN)
                            .filter(file -> Files.exists(work.path().resolve(file)))
                            .toList());
            if (formats.contains("html") && !recorded) {
                // Graphs of an earlier report, whose recordings are gone.
                Files.deleteIfExists(out.resolve(FlamePage.FILE));
            }
            if (!designKept) {
                // A design that an earlier report left does not belong to this report.
                Files.deleteIfExists(out.resolve(DESIGN));
            }
            return 0;
        }
    }

    /** Renders all formats at a time. Each has a design and a connection of its own, because neither can be shared by two threads. */
    @SuppressWarnings("unchecked") // BIRT's contexts are raw maps
    private Set<String> render(ReportFonts fonts, Path work) throws IOException, BirtException, SQLException {
        EngineConfig config = new EngineConfig();
        config.setLogConfig(null, Level.OFF);
        config.setTempDir(work.toString());
        config.setFontConfig(fonts.birtConfiguration().toUri().toURL());
        config.getAppContext().put(EngineConstants.APPCONTEXT_CLASSLOADER_KEY, ReportRenderer.class.getClassLoader());
        Platform.startup(config);
        PaletteWriters.install();
        SharedChartDefaults.prepare();
        ExecutorService threads = Executors.newFixedThreadPool(formats.size());
        try {
            IReportEngineFactory factory = (IReportEngineFactory)
                    Platform.createFactoryObject(IReportEngineFactory.EXTENSION_REPORT_ENGINE_FACTORY);
            IReportEngine engine = factory.createReportEngine(config);
            try {
                Map<String, ReportDesignHandle> designs = designs();
                List<Callable<List<String>>> renderings = new ArrayList<>();
                for (String format : formats) {
                    ReportDesignHandle own = designs.get(format);
                    renderings.add(
                            () -> format.equals("pdf") ? pdf(engine, own, work, fonts) : html(engine, own, work));
                }
                if (kind == ReportKind.RUN && formats.contains("html")) {
                    renderings.add(() -> interactive(work));
                }
                List<Future<List<String>>> running =
                        renderings.stream().map(threads::submit).toList();
                if (designKept) {
                    designs.get(formats.get(0)).saveAs(work.resolve(DESIGN).toString());
                }
                Set<String> problems = new LinkedHashSet<>();
                for (Future<List<String>> each : running) {
                    problems.addAll(done(each));
                }
                return problems;
            } finally {
                engine.destroy();
            }
        } finally {
            threads.shutdownNow();
            Platform.shutdown();
        }
    }

    /**
     * Returns a design for each format. Formats with the same parts have copies of one design. Building a design takes queries, and two
     * threads cannot share one.
     */
    private Map<String, ReportDesignHandle> designs() throws IOException, SemanticException, SQLException {
        Map<Boolean, ReportDesignHandle> built = new HashMap<>();
        Map<String, ReportDesignHandle> designs = new LinkedHashMap<>();
        try (Connection connection = connect()) {
            for (String format : formats) {
                boolean brief = extent.brief(format);
                ReportDesignHandle first = built.get(brief);
                if (first == null) {
                    first = kind.design(connection, extent, format);
                    built.put(brief, first);
                    designs.put(format, first);
                } else {
                    designs.put(format, (ReportDesignHandle) first.copy().getHandle(null));
                }
            }
        }
        return designs;
    }

    /**
     * Opens the database and reads from it.
     *
     * @throws IOException when its file is damaged, with the cure
     */
    private Connection connect() throws IOException {
        Connection connection = null;
        try {
            connection = open();
            try (Statement statement = connection.createStatement();
                    ResultSet tables = statement.executeQuery("select count(*) from information_schema.tables")) {
                tables.next();
            }
            return connection;
        } catch (SQLException e) {
            if (connection != null) {
                try {
                    connection.close();
                } catch (SQLException closing) {
                    e.addSuppressed(closing);
                }
            }
            throw new IOException(damaged(e), e);
        }
    }

    private String damaged(SQLException e) {
        return "the database " + database + " is damaged or not a database of H2 (" + cause(e) + "); " + kind.remedy();
    }

    /** Returns the first line of H2's message without the error numbers at its end. */
    private static String cause(SQLException e) {
        return e.getMessage().lines().findFirst().orElse("").replaceAll("\\s*\\[\\d+-\\d+]$", "");
    }

    private Connection open() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:file:" + database.toString().replaceFirst("\\.mv\\.db$", "")
                        // Each query is asked once a case: H2 would compile it anew each time.
                        + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE;QUERY_CACHE_SIZE=" + QUERIES,
                "sa",
                "");
    }

    private static List<String> done(Future<List<String>> rendering) throws IOException, BirtException, SQLException {
        try {
            return rendering.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            if (e.getCause() instanceof BirtException cause) {
                throw cause;
            }
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private List<String> html(IReportEngine engine, ReportDesignHandle design, Path work)
            throws BirtException, IOException, SQLException {
        ByteArrayOutputStream pages = new ByteArrayOutputStream();
        HTMLRenderOption option = new HTMLRenderOption();
        option.setOutputFormat(HTMLRenderOption.HTML);
        option.setOutputStream(pages);
        option.setHtmlPagination(false);
        option.setMasterPageContent(false);
        option.setSupportedImageFormats("SVG;PNG");
        option.setOption(IRenderOption.CHART_DPI, SCREEN_DPI);
        option.setHtmlTitle("SOABench report");
        EmbeddedImages images = new EmbeddedImages();
        option.setImageHandler(images);
        List<String> problems = render(engine, design, option, Map.of());
        Files.writeString(
                work.resolve("index.html"), SelfContainedPage.page(pages.toString(StandardCharsets.UTF_8), images));
        return problems;
    }

    /** Writes the interactive results, the traces of single requests, and flame graphs of recorded engines. They are read by one thread from a connection of its own, like a format. */
    private List<String> interactive(Path work) throws IOException, SQLException {
        try (Connection connection = connect()) {
            InteractivePage.write(connection, work.resolve(InteractivePage.FILE));
            TraceFile.write(connection, work.resolve(TraceFile.FILE), traces);
            FlamePage.write(connection, work.resolve(FlamePage.FILE));
        }
        return List.of();
    }

    private List<String> pdf(IReportEngine engine, ReportDesignHandle design, Path work, ReportFonts fonts)
            throws BirtException, IOException, SQLException {
        Path laid = work.resolve("laid.pdf");
        PDFRenderOption option = new PDFRenderOption();
        option.setOutputFormat("pdf");
        option.setEmitterID(PaperEmitter.ID);
        option.setOutputFileName(laid.toString());
        // The other setting fits the content to one page, so that only breaks of the design would start a new page.
        option.setOption(IPDFRenderOption.PAGE_OVERFLOW, IPDFRenderOption.OUTPUT_TO_MULTIPLE_PAGES);
        option.setSupportedImageFormats("SVG;PNG");
        option.setOption(IRenderOption.CHART_DPI, PRINT_DPI);
        List<String> problems = render(engine, design, option, ChartFonts.context(fonts));
        if (problems.isEmpty()) {
            PageNumbers.write(laid, work.resolve("report.pdf"), fonts);
        }
        return problems;
    }

    @SuppressWarnings("unchecked") // BIRT's contexts are raw maps
    private List<String> render(
            IReportEngine engine, ReportDesignHandle design, IRenderOption option, Map<String, Object> more)
            throws BirtException, IOException, SQLException {
        try (Connection connection = connect()) {
            IRunAndRenderTask task = engine.createRunAndRenderTask(engine.openReportDesign(design));
            Map<String, Object> context = new HashMap<>(more);
            context.put("OdaJDBCDriverPassInConnection", answers.of(connection));
            context.put("OdaJDBCDriverPassInConnectionCloseAfterUse", false);
            task.setAppContext(context);
            task.setRenderOption(option);
            task.run();
            List<String> problems = problems(task);
            task.close();
            return problems;
        }
    }

    /** Returns the problems of queries and charts, which BIRT does not throw. */
    private static List<String> problems(IEngineTask task) {
        List<String> problems = new ArrayList<>();
        for (Object error : task.getErrors()) {
            problems.add(error instanceof Throwable t ? innermost(t) : String.valueOf(error));
        }
        return problems;
    }

    private static String innermost(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return thrown.getMessage() + (cause == thrown ? "" : " (" + cause.getMessage() + ")");
    }
}
