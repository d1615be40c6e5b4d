package io.soabench.start;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The command line of a goal of the Maven plug-in in a folder. The short name works where the project there uses
 * the plug-in. Elsewhere the full name is needed, because Maven does not look up short names of other groups.
 */
public final class MavenGoal {

    /** The plug-in in full. */
    static final String PLUGIN = "io.soabench:soabench-maven-plugin:" + version();

    private static final Pattern USED = Pattern.compile("soabench-maven-plugin|<artifactId>soabench</artifactId>");

    /** Arguments that every shell takes as they are. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./:\\\\=@+,-]+");

    private MavenGoal() {}

    /**
     * Returns an argument for a shell, in quotation marks where a shell would change it.
     *
     * @param text the argument, such as {@code -Dtestbed=my model.testbed}
     */
    public static String argument(String text) {
        return argument(text, File.separatorChar == '\\');
    }

    static String argument(String text, boolean windows) {
        boolean plain = PLAIN.matcher(text).matches() && (windows || text.indexOf('\\') < 0);
        if (plain) {
            return text;
        }
        return windows ? "\"" + text + "\"" : "'" + text.replace("'", "'\\''") + "'";
    }

    /**
     * Returns the words after {@code mvn}.
     *
     * @param folder where Maven is started
     * @param word a goal such as {@code run}
     */
    public static String in(Path folder, String word) {
        return (uses(folder.resolve("pom.xml")) ? "soabench" : PLUGIN) + ":" + word;
    }

    /** Returns the version of this project, which the build writes into a file beside this class. */
    private static String version() {
        Properties properties = new Properties();
        try (InputStream file = MavenGoal.class.getResourceAsStream("version.properties")) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static boolean uses(Path project) {
        try {
            return Files.isRegularFile(project)
                    && USED.matcher(Files.readString(project)).find();
        } catch (IOException e) {
            // The full name of the goal works in any case.
            return false;
        }
    }
}
