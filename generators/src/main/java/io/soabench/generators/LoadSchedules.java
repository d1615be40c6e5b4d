package io.soabench.generators;

import io.soabench.distribution.Kind;
import io.soabench.generators.cases.TraceFolder;
import io.soabench.generators.jmeter.ClientSchedule;
import io.soabench.generators.jmeter.OpenSchedule;
import io.soabench.generators.jmeter.OpenSchedule.Slice;
import io.soabench.generators.workload.ClientPresence;
import io.soabench.generators.workload.LoadSegment;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.plan.CaseSchedule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The schedules of loads that change over time, for stock JMeter. */
final class LoadSchedules {

    /**
     * The greatest number of lines of a schedule. For a longer recording, the slices are longer, so that people can
     * still read the schedule.
     */
    private static final int MOST_SLICES = 1_000;

    private LoadSchedules() {}

    /**
     * Returns the schedule of one client host; empty where the load does not change, or is closed.
     *
     * @param host index of the host
     */
    static Optional<OpenSchedule> of(TraceFolder folder, int host, CaseSchedule phases) throws IOException {
        WorkloadSimulation simulation = folder.simulation();
        if (!simulation.shaped()) {
            return Optional.empty();
        }
        double warmUpS = phases.warmUpMs() / 1000.0;
        double measureS = phases.measureMs() / 1000.0;
        int hosts = folder.hosts().size();
        boolean even = folder.workload().pauses().stream().allMatch(pause -> pause.kind() == Kind.CONSTANT);
        if (simulation.staged()) {
            List<Slice> slices = new ArrayList<>();
            if (warmUpS > 0) {
                double rate = simulation.warmUpRatePerSecond() / hosts;
                slices.add(new Slice(warmUpS, rate, rate));
            }
            for (LoadSegment each : LoadSegment.first(simulation.segments().iterator(), measureS)) {
                slices.add(new Slice(each.seconds(), each.from() / hosts, each.to() / hosts));
            }
            return Optional.of(new OpenSchedule(slices, even, false));
        }
        List<Double> lengths = new ArrayList<>();
        if (warmUpS > 0) {
            lengths.add(warmUpS);
        }
        if (simulation.recorded()) {
            double slice = Math.max(1, Math.ceil(measureS / MOST_SLICES));
            for (double at = 0; at < measureS; at += slice) {
                lengths.add(Math.min(slice, measureS - at));
            }
        } else {
            LoadSegment.first(simulation.segments().iterator(), measureS).forEach(each -> lengths.add(each.seconds()));
        }
        return Optional.of(new OpenSchedule(counted(simulation, host, hosts, lengths), false, true));
    }

    /**
     * Returns when the clients of one client host are present, if their number changes over time; empty for others, and for an open load.
     *
     * @param host index of the host
     */
    static Optional<ClientSchedule> presence(TraceFolder folder, int host, CaseSchedule phases) {
        Map<Integer, List<ClientPresence.Stay>> stays = folder.simulation().stays();
        if (stays.isEmpty()) {
            return Optional.empty();
        }
        double warmUpS = phases.warmUpMs() / 1000.0;
        double endS = warmUpS + phases.measureMs() / 1000.0;
        int hosts = folder.hosts().size();
        List<ClientSchedule.Stay> own = new ArrayList<>();
        for (int client = host + 1; client <= folder.simulation().clients(); client += hosts) {
            for (ClientPresence.Stay each : stays.getOrDefault(client, List.of(ClientPresence.Stay.ALWAYS))) {
                double from = Math.max(0, warmUpS + each.fromS());
                double to = Math.min(endS, warmUpS + each.toS());
                if (from < to) {
                    own.add(new ClientSchedule.Stay(from, to));
                }
            }
        }
        return Optional.of(ClientSchedule.of(own));
    }

    /** Returns slices of those lengths with as many requests as the trace of the host has in them. */
    private static List<Slice> counted(WorkloadSimulation simulation, int host, int hosts, List<Double> lengths)
            throws IOException {
        double[] ends = new double[lengths.size()];
        double at = 0;
        for (int i = 0; i < ends.length; i++) {
            at += lengths.get(i);
            ends[i] = at * 1e6;
        }
        int[] counts = new int[ends.length];
        int[] slice = new int[1];
        simulation.run((client, n, atUs, chunk, row) -> {
            while (slice[0] < ends.length && atUs >= ends[slice[0]]) {
                slice[0]++;
            }
            if (slice[0] < ends.length && (n - 1) % hosts == host) {
                counts[slice[0]]++;
            }
        });
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            slices.add(Slice.of(lengths.get(i), counts[i]));
        }
        return slices;
    }
}
