package io.soabench.analyzer.folder;

import io.soabench.plan.CollectionLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The most informative lines of a server's logs: errors and exceptions, else warnings, else the last lines. Lines that differ in numbers
 * only are one line. Of many lines, the first half and the last half are kept: the beginning and the end of the trouble.
 */
final class LogExcerpt {

    /** Maximum number of lines of one server. */
    static final int MOST_LINES = 20;

    private static final int LAST_LINES = 5;
    private static final int LONGEST = 300;

    /** Maximum number of distinct lines of one file. The driver limits the size of a log already. */
    private static final int MOST_DISTINCT = 10_000;

    private static final Pattern ERROR = Pattern.compile(
            "\\b(?:FATAL|SEVERE|ERROR)\\b|(?:Exception|Error)\\b|(?i:\\b(?:fatal|error|cannot|could not|failed|killed)\\b)");
    private static final Pattern WARNING = Pattern.compile("\\bWARN(?:ING)?\\b");
    private static final Pattern OF_A_TRACE = Pattern.compile("\\s+at .*|\\s*\\.\\.\\. \\d+ more");
    private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-fA-F]+");

    private final List<LogLine> errors = new ArrayList<>();
    private final List<LogLine> warnings = new ArrayList<>();
    private final List<LogLine> last = new ArrayList<>();

    private LogExcerpt() {}

    /** Returns the lines of all files in a folder but logs of collections; none when the folder does not exist. */
    static List<LogLine> of(String server, Path logs) throws IOException {
        if (!Files.isDirectory(logs)) {
            return List.of();
        }
        LogExcerpt lines = new LogExcerpt();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(logs)) {
            files = walk.filter(Files::isRegularFile)
                    .filter(file -> !CollectionLog.is(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            lines.read(server, file, logs.relativize(file).toString());
        }
        return chosen(!lines.errors.isEmpty() ? lines.errors : !lines.warnings.isEmpty() ? lines.warnings : lines.last);
    }

    private static List<LogLine> chosen(List<LogLine> all) {
        if (all.size() <= MOST_LINES) {
            return List.copyOf(all);
        }
        List<LogLine> chosen = new ArrayList<>(all.subList(0, MOST_LINES / 2));
        chosen.addAll(all.subList(all.size() - MOST_LINES / 2, all.size()));
        return List.copyOf(chosen);
    }

    private void read(String server, Path path, String file) throws IOException {
        Map<String, LogLine> ofErrors = new LinkedHashMap<>();
        Map<String, LogLine> ofWarnings = new LinkedHashMap<>();
        Deque<String> end = new ArrayDeque<>();
        // A decoder that replaces what is not UTF-8: a log may have any bytes.
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isBlank() || OF_A_TRACE.matcher(line).matches()) {
                    continue;
                }
                String text = cut(line.strip());
                if (ERROR.matcher(text).find()) {
                    count(ofErrors, server, file, text);
                } else if (WARNING.matcher(text).find()) {
                    count(ofWarnings, server, file, text);
                }
                end.addLast(text);
                if (end.size() > LAST_LINES) {
                    end.removeFirst();
                }
            }
        }
        errors.addAll(ofErrors.values());
        warnings.addAll(ofWarnings.values());
        end.forEach(text -> last.add(new LogLine(server, file, 1, text)));
    }

    private static void count(Map<String, LogLine> lines, String server, String file, String text) {
        String key = NUMBER.matcher(text).replaceAll("#");
        if (lines.size() < MOST_DISTINCT || lines.containsKey(key)) {
            lines.merge(key, new LogLine(server, file, 1, text), (first, next) -> first.again());
        }
    }

    /** Returns a shortened line without characters that no report can show. */
    private static String cut(String line) {
        String text = line.replaceAll("\\p{Cntrl}", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
