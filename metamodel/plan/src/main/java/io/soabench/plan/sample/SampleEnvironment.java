package io.soabench.plan.sample;

import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.AroundRepetition;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.EnvironmentRecord.ProcessorRecord;
import io.soabench.plan.EnvironmentRecord.Surroundings;
import io.soabench.plan.EnvironmentRecord.SystemRecord;
import io.soabench.plan.ModelOrigin;
import java.util.List;
import java.util.Map;

/** Environments of simulated runs, on machines that do not exist. */
public final class SampleEnvironment {

    private static final String SIMULATED = "simulated";
    private static final String RECORDED_AT = "2026-01-01T00:00:00Z";
    private static final Fingerprint FINGERPRINT = new Fingerprint(
            1_767_225_600_000_000_000L, SIMULATED, SIMULATED, "0-1", "performance", 0.5, 4L << 30, 0, 0);

    /** The other work of a quiet machine. */
    private static final Surroundings QUIET = new Surroundings(20, 0.01, 0, 0.5, 0, List.of());

    private SampleEnvironment() {}

    /** Returns a machine that has that many processors. */
    public static HostRecord host(String name, int cpus) {
        return new HostRecord(
                name,
                "127.0.0.1",
                new ProcessorRecord(SIMULATED, cpus, cpus, 1, 1, "performance", false),
                new SystemRecord(SIMULATED, SIMULATED, SIMULATED),
                SIMULATED,
                8L << 30,
                1024,
                0,
                FINGERPRINT);
    }

    /** Returns the environment of a run on these machines with a server {@code reference} whose programs are known. */
    public static EnvironmentRecord of(ModelOrigin origin, HostRecord... hosts) {
        return new EnvironmentRecord(
                EnvironmentRecord.FORMAT,
                RECORDED_AT,
                origin,
                "local",
                Map.of("soabench", SIMULATED),
                new EnvironmentRecord.Plugins(Map.of("reference", "simulated:reference:0"), Map.of(), Map.of()),
                Map.of(
                        "reference",
                        List.of(new EnvironmentRecord.ProgramRecord(
                                "engine", "simulated:engine:0", List.of("simulated:engine:0")))),
                List.of(hosts),
                Map.of("reference", Map.of("heap", "536870912")),
                Map.of("reference", List.of("java", "-Xmx${heap}")),
                Map.of("reference", "All figures of this sample are simulated."),
                Map.of(
                        "reference",
                        new EnvironmentRecord.DurabilityRecord(
                                "none", "keeps instances in memory and loses them with its process")));
    }

    /**
     * Returns the environment of a run of other servers on a machine with two processors.
     *
     * @param configuration parameters by server
     * @param commands by server
     * @param durability by server
     */
    public static EnvironmentRecord of(
            ModelOrigin origin,
            Map<String, Map<String, String>> configuration,
            Map<String, List<String>> commands,
            Map<String, EnvironmentRecord.DurabilityRecord> durability) {
        EnvironmentRecord sample = of(origin, host("here", 2));
        return new EnvironmentRecord(
                sample.format(),
                sample.recordedAt(),
                sample.origin(),
                sample.driver(),
                sample.versions(),
                sample.plugins(),
                sample.programs(),
                sample.hosts(),
                configuration,
                commands,
                sample.notices(),
                durability);
    }

    /**
     * Returns the environment of a run with other programs.
     *
     * @param programs by server type
     */
    public static EnvironmentRecord withPrograms(
            ModelOrigin origin, HostRecord host, Map<String, List<EnvironmentRecord.ProgramRecord>> programs) {
        EnvironmentRecord sample = of(origin, host);
        return new EnvironmentRecord(
                sample.format(),
                sample.recordedAt(),
                sample.origin(),
                sample.driver(),
                sample.versions(),
                sample.plugins(),
                programs,
                sample.hosts(),
                sample.configuration(),
                sample.commands(),
                sample.notices(),
                sample.durability());
    }

    /** Returns the environment around a repetition in which that changed. */
    public static AroundRepetition around(List<String> changes) {
        return around(changes, QUIET);
    }

    /** Returns a copy with other work of the machine. */
    public static AroundRepetition around(List<String> changes, Surroundings surroundings) {
        return new AroundRepetition(
                FINGERPRINT,
                new Fingerprint(
                        FINGERPRINT.atNs(),
                        FINGERPRINT.boot(),
                        FINGERPRINT.kernel(),
                        FINGERPRINT.cpusOnline(),
                        FINGERPRINT.governor(),
                        FINGERPRINT.loadAverage(),
                        FINGERPRINT.availableBytes(),
                        FINGERPRINT.swapUsedBytes(),
                        FINGERPRINT.stolenMs(),
                        surroundings),
                changes);
    }
}
