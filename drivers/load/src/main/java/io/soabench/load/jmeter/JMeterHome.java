package io.soabench.load.jmeter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.util.JMeterUtils;

/**
 * The folder that JMeter calls its home: its properties, unpacked from JMeter's own jar into a temporary folder that {@link
 * #close()} deletes. JMeter keeps its home in static fields, so there is one at a time in a process.
 */
public final class JMeterHome implements AutoCloseable {

    private static final List<String> FILES =
            List.of("jmeter.properties", "saveservice.properties", "upgrade.properties", "reportgenerator.properties");

    private final Path folder;

    private JMeterHome(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the files and makes JMeter use them. */
    public static JMeterHome open() throws IOException {
        JMeterHome home = new JMeterHome(Files.createTempDirectory("soabench-jmeter-"));
        try {
            home.prepare();
            return home;
        } catch (IOException | RuntimeException e) {
            home.close();
            throw e;
        }
    }

    private void prepare() throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : FILES) {
            try (InputStream in = JMeterUtils.class.getResourceAsStream("/bin/" + name)) {
                if (in == null) {
                    throw new IOException("bin/" + name + " is not on the class path; add ApacheJMeter_config");
                }
                Files.copy(in, bin.resolve(name));
            }
        }
        JMeterUtils.setJMeterHome(folder.toString());
        JMeterUtils.loadJMeterProperties(bin.resolve("jmeter.properties").toString());
        // No thread that corrects the clock every five seconds: our samples have a clock of their own.
        JMeterUtils.setProperty("sampleresult.nanoThreadSleep", "-1");
        JMeterUtils.initLocale();
        SaveService.loadProperties();
    }

    /** Returns the folder of JMeter. */
    public Path folder() {
        return folder;
    }

    /** Deletes the folder. */
    @Override
    public void close() {
        List<Path> files = new ArrayList<>();
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(files::add);
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
