package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.plan.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The outcomes of the requests of a measurement by the sent data: each message, or each class of records, and the records that failed.
 *
 * @param data one element for each message or class, where there are several or records; else none
 * @param failed the first {@link #MOST_ROWS} records that failed, wrong answers first
 */
record SentData(List<ChartSeries.Data> data, List<ChartSeries.FailedRow> failed) {

    /** Maximum number of failed records that are kept of a repetition. */
    static final int MOST_ROWS = 1_000;

    private static final double NS_PER_MS = 1e6;

    private record Failure(int chunk, int row, Outcome outcome) {}

    private static final class Sum {
        private long requests;
        private long failures;
        private long wrong;
        private int timed;
        private final BitSet rows = new BitSet();
        private final BitSet failedRows = new BitSet();
    }

    private static final class Tally {
        private long requests;
        private String example = "";
    }

    /**
     * Collects the outcomes.
     *
     * @param chunks names of the workload's chunks, by index
     */
    static SentData of(List<String> chunks, RequestSamples samples) {
        List<Sum> sums = new ArrayList<>();
        chunks.forEach(chunk -> sums.add(new Sum()));
        Map<Failure, Tally> failed = new HashMap<>();
        boolean records = false;
        for (int i = 0; i < samples.size(); i++) {
            if (!samples.measured(i) || samples.chunk(i) >= sums.size()) {
                continue;
            }
            Sum sum = sums.get(samples.chunk(i));
            int row = samples.row(i);
            sum.requests++;
            sum.timed += samples.timed(i) ? 1 : 0;
            sum.rows.set(row);
            records |= row > 0;
            if (!samples.succeeded(i)) {
                sum.failures++;
                sum.wrong += samples.outcome(i) == Outcome.WRONG ? 1 : 0;
                sum.failedRows.set(row);
                if (row > 0) {
                    Tally tally = failed.computeIfAbsent(
                            new Failure(samples.chunk(i), row, samples.outcome(i)), any -> new Tally());
                    tally.requests++;
                    tally.example = tally.example.isEmpty() ? samples.failure(i).detail() : tally.example;
                }
            }
        }
        if (chunks.size() < 2 && !records) {
            return new SentData(List.of(), List.of());
        }
        return new SentData(data(chunks, sums, samples), rows(chunks, failed));
    }

    private static List<ChartSeries.Data> data(List<String> chunks, List<Sum> sums, RequestSamples samples) {
        long[][] latencies = sums.stream().map(sum -> new long[sum.timed]).toArray(long[][]::new);
        int[] next = new int[sums.size()];
        for (int i = 0; i < samples.size(); i++) {
            int chunk = samples.chunk(i);
            if (samples.measured(i) && samples.timed(i) && chunk < next.length) {
                latencies[chunk][next[chunk]++] = samples.latencyNs(i);
            }
        }
        List<ChartSeries.Data> data = new ArrayList<>();
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            Sum sum = sums.get(chunk);
            SortedSample response = SortedSample.of(latencies[chunk], latencies[chunk].length);
            data.add(new ChartSeries.Data(
                    chunks.get(chunk),
                    sum.requests,
                    sum.failures,
                    sum.wrong,
                    records(sum.rows),
                    records(sum.failedRows),
                    response.mean() / NS_PER_MS,
                    response.median() / NS_PER_MS,
                    response.tail(0.95) / NS_PER_MS,
                    response.tail(0.99) / NS_PER_MS,
                    response.max() / NS_PER_MS));
        }
        return data;
    }

    /** Returns the number of records without 0, which stands for requests that no record filled. */
    private static int records(BitSet rows) {
        return rows.cardinality() - (rows.get(0) ? 1 : 0);
    }

    private static List<ChartSeries.FailedRow> rows(List<String> chunks, Map<Failure, Tally> failed) {
        return failed.entrySet().stream()
                .map(each -> new ChartSeries.FailedRow(
                        chunks.get(each.getKey().chunk()),
                        each.getKey().row(),
                        each.getKey().outcome(),
                        each.getValue().requests,
                        each.getValue().example))
                .sorted(Comparator.comparing((ChartSeries.FailedRow row) -> row.outcome() != Outcome.WRONG)
                        .thenComparing(ChartSeries.FailedRow::row)
                        .thenComparing(ChartSeries.FailedRow::data)
                        .thenComparing(ChartSeries.FailedRow::outcome))
                .limit(MOST_ROWS)
                .toList();
    }
}
