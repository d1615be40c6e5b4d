package io.soabench.maven.live;

import io.soabench.maven.live.RunStatus.Figures;
import io.soabench.maven.live.RunStatus.Running;
import io.soabench.maven.live.RunStatus.Subject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of a run in the text format 0.0.4 of Prometheus. A figure that is not known has no sample, and a metric
 * without samples has no lines.
 */
final class MetricsText {

    private static final double MS_PER_S = 1000;

    private final StringBuilder text = new StringBuilder();
    private final RunStatus status;

    private MetricsText(RunStatus status) {
        this.status = status;
    }

    /** Returns the text. */
    static String of(RunStatus status) {
        MetricsText metrics = new MetricsText(status);
        metrics.run();
        metrics.repetitions();
        metrics.figures();
        metrics.processors();
        return metrics.text.toString();
    }

    private void run() {
        String info = "soabench_run_info";
        describe(info, "gauge", "The run, always 1.");
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("testbed", status.testbed());
        labels.put("run", status.run());
        sample(info, labels, 1);
        single("soabench_run_ended", "Whether the run has ended, 0 or 1.", status.outcome() == null ? 0 : 1);
        single(
                "soabench_repetitions_planned",
                "Repetitions of the present round.",
                status.repetitions().planned());
        single(
                "soabench_repetitions_completed",
                "Repetitions of the present round that have ended and can be used.",
                status.repetitions().completed());
        single(
                "soabench_repetitions_failed",
                "Repetitions of the present round that have failed.",
                status.repetitions().failed());
        if (status.leftMs() != null) {
            single(
                    "soabench_run_left_seconds",
                    "Estimate of the time until all repetitions of the present round have ended.",
                    status.leftMs() / MS_PER_S);
        }
    }

    private void repetitions() {
        if (status.running().isEmpty()) {
            return;
        }
        String phase = "soabench_phase_info";
        describe(phase, "gauge", "The phase of a repetition that runs, always 1.");
        for (Running each : status.running()) {
            Map<String, String> labels = labels(each.of());
            labels.put("phase", each.phase());
            sample(phase, labels, 1);
        }
        each(
                "soabench_phase_left_seconds",
                "gauge",
                "Time left in a phase whose length is known.",
                running -> running.lengthMs() == null
                        ? null
                        : Math.max(0, running.sinceMs() + running.lengthMs() - status.atMs()) / MS_PER_S);
    }

    private void figures() {
        figure("soabench_requests_sent_total", "counter", "Requests that were sent in a repetition.", load ->
                (double) load.sent());
        figure("soabench_requests_failed_total", "counter", "Requests of a repetition without a right answer.", load ->
                (double) load.failures());
        figure("soabench_requests_in_flight", "gauge", "Requests that are not answered yet.", load ->
                (double) load.inFlight());
        figure(
                "soabench_sent_per_second",
                "gauge",
                "Requests that were sent in the last second or so, the offered load.",
                Figures::sentPerSecond);
        figure(
                "soabench_answers_per_second",
                "gauge",
                "Right answers in the last second or so, the served load.",
                Figures::answersPerSecond);
        figure(
                "soabench_response_time_median_seconds",
                "gauge",
                "Median of the response times in the present phase.",
                load -> seconds(load.medianMs()));
        figure(
                "soabench_response_time_p99_seconds",
                "gauge",
                "99th percentile of the response times in the present phase; known from 1000 requests on.",
                load -> seconds(load.p99Ms()));
        figure(
                "soabench_slip_p99_seconds",
                "gauge",
                "99th percentile of the delays with which the load clients sent requests in the present phase.",
                load -> seconds(load.slipP99Ms()));
    }

    private void processors() {
        if (status.running().stream().allMatch(each -> each.processors().isEmpty())) {
            return;
        }
        String name = "soabench_processors_used";
        describe(name, "gauge", "Processors that a server or load client on this machine uses.");
        for (Running each : status.running()) {
            each.processors().forEach((server, used) -> {
                Map<String, String> labels = labels(each.of());
                labels.put("server", server);
                sample(name, labels, used);
            });
        }
    }

    private void figure(String name, String type, String help, Function<Figures, Double> figure) {
        each(name, type, help, running -> running.load() == null ? null : figure.apply(running.load()));
    }

    private void each(String name, String type, String help, Function<Running, Double> value) {
        boolean described = false;
        for (Running each : status.running()) {
            Double known = value.apply(each);
            if (known != null) {
                if (!described) {
                    describe(name, type, help);
                    described = true;
                }
                sample(name, labels(each.of()), known);
            }
        }
    }

    private void single(String name, String help, double value) {
        describe(name, "gauge", help);
        sample(name, Map.of(), value);
    }

    private static Double seconds(Double ms) {
        // 20.4 ms are 0.0204 s, and not 0.020399999999999998 s as a division has it.
        return ms == null
                ? null
                : (Double) BigDecimal.valueOf(ms).movePointLeft(3).doubleValue();
    }

    private static Map<String, String> labels(Subject subject) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("case", subject.caseId());
        labels.put("engine", subject.engine());
        labels.put("process", subject.process());
        labels.put("workload", subject.workload());
        labels.put("repetition", Integer.toString(subject.repetition()));
        return labels;
    }

    private void describe(String name, String type, String help) {
        text.append("# HELP ")
                .append(name)
                .append(' ')
                .append(help.replace("\\", "\\\\").replace("\n", "\\n"))
                .append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void sample(String name, Map<String, String> labels, double value) {
        text.append(name);
        if (!labels.isEmpty()) {
            String before = "{";
            for (Map.Entry<String, String> label : labels.entrySet()) {
                text.append(before)
                        .append(label.getKey())
                        .append("=\"")
                        .append(escaped(label.getValue()))
                        .append('"');
                before = ",";
            }
            text.append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
