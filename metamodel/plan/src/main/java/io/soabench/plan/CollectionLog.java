package io.soabench.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of garbage collections that each Java virtual machine of a server under test keeps. It has one line for each
 * collection and one for each stop of all threads (unified logging, JEP 158 and JEP 271). A machine that a server starts
 * with the same options keeps a log of its own, because the name has the number of the process.
 *
 * <p>Java 8 does not know the option, and does not start with it.
 */
public final class CollectionLog {

    /** A pattern for the names of these logs in the folder of a server. */
    public static final String GLOB = "gc-*.log";

    private static final String NAME = "gc-%p.log";

    /** Beginning and end of the option. The JDK would begin a new file at 20 MiB; one file is read further and further. */
    private static final String BEGIN = "-Xlog:gc,safepoint:file=";

    private static final String END = ":utctime,uptime,tags:filecount=0";
    private static final Pattern OPTION =
            Pattern.compile(Pattern.quote(BEGIN) + "\"(.+)/" + Pattern.quote(NAME) + "\"" + Pattern.quote(END));
    private static final Pattern FILE = Pattern.compile("gc-\\d+\\.log");

    private CollectionLog() {}

    /**
     * Returns the option of a virtual machine that makes it keep the log.
     *
     * @param folder absolute path of the folder, which exists when the machine starts
     */
    public static String option(String folder) {
        return BEGIN + '"' + folder + '/' + NAME + '"' + END;
    }

    /** Returns the log of a process with this command line; empty when it keeps none. */
    public static Optional<Path> of(List<String> commandLine, long pid) {
        return commandLine.stream()
                .map(OPTION::matcher)
                .filter(Matcher::matches)
                .map(option -> Path.of(option.group(1), NAME.replace("%p", Long.toString(pid))))
                .findFirst();
    }

    /** Returns whether a file of this name is such a log. */
    public static boolean is(String name) {
        return FILE.matcher(name).matches();
    }
}
