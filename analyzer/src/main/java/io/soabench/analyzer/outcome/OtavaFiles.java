package io.soabench.analyzer.outcome;

import io.soabench.analyzer.history.ChangeSeries.Metric;
import io.soabench.analyzer.history.ChangeSeries.Subject;
import io.soabench.analyzer.history.History;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The series of many runs for Apache Otava: {@code otava/otava.yaml} with a test for each case, and a CSV file for each test. A row is a run
 * that measured all metrics of the case, because Otava reads no empty values. Where all used runs name a baseline, it is an attribute.
 */
public final class OtavaFiles {

    /** Folder of the files in the report. */
    public static final String FOLDER = "otava";

    private static final String CONFIGURATION = "otava.yaml";

    private final History history;

    /** A case of the series. */
    private record Place(String process, String workload, String engine) {

        static Place of(Subject subject) {
            return new Place(subject.process(), subject.workload(), subject.engine());
        }

        Subject subject(Metric metric) {
            return new Subject(process, workload, engine, metric);
        }
    }

    /** Creates the files of a change series. */
    public OtavaFiles(History history) {
        this.history = history;
    }

    private static String column(Metric metric) {
        return switch (metric) {
            case RESPONSE_TIME -> "response_time_ms";
            case THROUGHPUT -> "throughput_per_s";
            case FAILURES -> "failure_share";
        };
    }

    /** Returns 1 where more is better, else -1. */
    private static int direction(Metric metric) {
        return metric == Metric.THROUGHPUT ? 1 : -1;
    }

    /** Returns the texts of the files by name. */
    Map<String, String> texts() {
        Map<Place, List<Metric>> places = new LinkedHashMap<>();
        for (History.Run run : history.used()) {
            for (Subject subject : run.values().keySet()) {
                List<Metric> metrics = places.computeIfAbsent(Place.of(subject), none -> new ArrayList<>());
                if (!metrics.contains(subject.metric())) {
                    metrics.add(subject.metric());
                }
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        StringBuilder configuration = new StringBuilder("tests:\n");
        places.forEach((place, found) -> {
            List<Metric> metrics =
                    Arrays.stream(Metric.values()).filter(found::contains).toList();
            String file = "case-" + (texts.size() + 1) + ".csv";
            texts.put(file, csv(place, metrics));
            configuration.append(test(place, metrics, file));
        });
        texts.put(CONFIGURATION, configuration.toString());
        return texts;
    }

    private String test(Place place, List<Metric> metrics, String file) {
        String name = Arrays.stream(new String[] {history.testbed(), place.process(), place.workload(), place.engine()})
                .collect(Collectors.joining("."));
        // A JSON string is a YAML string.
        return "  " + Json.line(name) + ":\n"
                + "    type: csv\n"
                + "    file: " + file + "\n"
                + "    time_column: time\n"
                + "    attributes: [run, version" + (withBaseline() ? ", baseline" : "") + "]\n"
                + "    metrics:\n"
                + metrics.stream()
                        .map(metric -> "      " + column(metric) + ":\n        direction: " + direction(metric) + "\n"
                                + "        scale: 1\n")
                        .collect(Collectors.joining())
                + "    csv_options:\n      delimiter: ','\n      quote_char: '\"'\n";
    }

    /** Returns whether all used runs have a baseline. */
    private boolean withBaseline() {
        return history.used().stream().noneMatch(run -> run.baseline().isEmpty());
    }

    private String csv(Place place, List<Metric> metrics) {
        StringBuilder text = new StringBuilder("time,run,version" + (withBaseline() ? ",baseline" : ""));
        metrics.forEach(metric -> text.append(',').append(column(metric)));
        text.append('\n');
        for (History.Run run : history.used()) {
            if (run.started() != null
                    && metrics.stream().allMatch(metric -> run.values().containsKey(place.subject(metric)))) {
                text.append(run.started())
                        .append(',')
                        .append(field(run.id()))
                        .append(',')
                        .append(field(run.soabench()))
                        .append(withBaseline() ? "," + field(run.baseline()) : "");
                metrics.forEach(
                        metric -> text.append(',').append((double) run.values().get(place.subject(metric))));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String field(String text) {
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }

    /** Writes the files into the report of a change series. */
    public void write(Path folder) {
        Path own = folder.resolve(RunFiles.REPORT).resolve(FOLDER);
        try {
            Files.createDirectories(own);
            for (Map.Entry<String, String> text : texts().entrySet()) {
                Files.writeString(own.resolve(text.getKey()), text.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files in " + own + ": " + e.getMessage(), e);
        }
    }
}
