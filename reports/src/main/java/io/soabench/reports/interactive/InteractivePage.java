package io.soabench.reports.interactive;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page {@code results.html} about one run. It needs no other file and no network: styles, scripts, the chart library uPlot and the data
 * are inside. {@code page.html} is its frame, in which {@code {{name}}} stands for the file with that name, and {@code {{data}}} for the data.
 */
public final class InteractivePage {

    /** The name of the file in the folder of a report. */
    public static final String FILE = "results.html";

    private static final String DATA = "data";
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-zA-Z.]+)}}");

    /** The place of the chart library in its WebJar; the version is that of the jar on the class path. */
    private static final String LIBRARY = "/META-INF/resources/webjars/uplot/%s/%s";

    private static final String LIBRARY_VERSION = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

    private InteractivePage() {}

    /**
     * Writes the page.
     *
     * @param connection to the database of a run
     * @param file will be created
     */
    public static void write(Connection connection, Path file) throws IOException, SQLException {
        String frame = resource("page.html");
        try (Writer out = Files.newBufferedWriter(file)) {
            int done = 0;
            for (Matcher place = PLACE.matcher(frame); place.find(); done = place.end()) {
                out.append(frame, done, place.start());
                if (place.group(1).equals(DATA)) {
                    ResultsJson.write(connection, out);
                } else {
                    out.write(content(place.group(1)));
                }
            }
            out.append(frame, done, frame.length());
        }
    }

    private static String content(String name) throws IOException {
        return switch (name) {
            case "uPlot.css" -> library("dist/uPlot.min.css");
            case "uPlot.js" -> library("dist/uPlot.iife.min.js");
            case "uPlot.licence" -> library("LICENSE");
            default -> resource(name);
        };
    }

    private static String library(String file) throws IOException {
        Properties release = new Properties();
        try (InputStream in = open(LIBRARY_VERSION)) {
            release.load(in);
        }
        return resource(LIBRARY.formatted(release.getProperty("version"), file));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = InteractivePage.class.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("the interactive results lack " + name + ", which is not on the class path");
        }
        return in;
    }
}
