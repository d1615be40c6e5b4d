package io.soabench.load;

import io.soabench.load.jmeter.JMeterHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.jmeter.JMeter;

/**
 * JMeter itself, without an installation: opens a load test in the GUI ({@code -t case.jmx}) or runs it with stock elements
 * ({@code -n -t case.jmx}). Takes JMeter's own arguments; its home is unpacked to a temporary folder.
 */
public final class StockJMeter {

    private StockJMeter() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("log4j2.configurationFile", "soabench-load-log4j2.xml");
        JMeterHome home = JMeterHome.open();
        Runtime.getRuntime().addShutdownHook(new Thread(home::close, "jmeter-home"));
        // Where JMeter's launcher looks for the libraries of an installation; there are none.
        System.setProperty("jmeter.home", home.folder().toString());
        Files.createDirectories(home.folder().resolve("lib").resolve("ext"));
        Files.createDirectories(home.folder().resolve("lib").resolve("junit"));
        Path properties = home.folder().resolve("bin").resolve("jmeter.properties");
        List<String> all = new ArrayList<>(List.of(
                "-d", home.folder().toString(), "-p", properties.toString(), "-Jsearch_paths=" + componentPaths()));
        all.addAll(List.of(arguments));
        new JMeter().start(all.toArray(String[]::new));
    }

    /** Returns the folder in which the GUI looks for components, in an installation {@code lib/ext}. */
    private static String componentPaths() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith("ApacheJMeter_"))
                .collect(Collectors.joining(";"));
    }
}
