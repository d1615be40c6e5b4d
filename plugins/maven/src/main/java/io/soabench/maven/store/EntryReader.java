package io.soabench.maven.store;

import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A reader of the index entry of a run that has ended and is analysed. */
final class EntryReader {

    /** The database of a run. */
    static final String DATABASE = "results.mv.db";

    private static final String BLACK_BOX = "(black box)";
    private static final String OWN_GROUP = "io.soabench";
    private static final int COORDINATES = 3;

    private final Path run;

    /** Creates the reader of the run in a folder. */
    EntryReader(Path run) {
        this.run = run;
    }

    /** Reads the entry of a run. */
    PublishedRun entry() {
        RunRecord record = Json.read(run.resolve(RunFiles.RUN), RunRecord.class);
        boolean ended = record.state() == RunRecord.State.COMPLETED || record.state() == RunRecord.State.FAILED;
        if (!ended || Files.exists(run.resolve(RunFiles.LOCK))) {
            throw new StoreRefused(
                    "run " + record.id() + " of " + record.origin().testbed()
                            + " has not come to its end, and a store keeps finished runs; let it end, or finish it by the goal"
                            + " run with -Dsoabench.resume=latest");
        }
        if (!Files.isRegularFile(run.resolve(DATABASE))) {
            throw new StoreRefused(
                    "run " + record.id() + " of " + record.origin().testbed()
                            + " has no results; make them with the goals analyze and report, then publish it");
        }
        return entry(record, Json.read(run.resolve(RunFiles.PLAN), Plan.class), environment());
    }

    private Optional<EnvironmentRecord> environment() {
        Path file = run.resolve(RunFiles.ENVIRONMENT);
        return Files.isRegularFile(file) ? Optional.of(Json.read(file, EnvironmentRecord.class)) : Optional.empty();
    }

    private PublishedRun entry(RunRecord record, Plan plan, Optional<EnvironmentRecord> environment) {
        // H2 reads settings after a semicolon.
        if (run.toAbsolutePath().toString().contains(";")) {
            throw new StoreRefused("H2 cannot read " + run.resolve(DATABASE)
                    + ": its path has a semicolon; move the folder to another place");
        }
        try (Connection database = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = database.createStatement();
                ResultSet of = sql.executeQuery(
                        "select r.repetitions_planned planned, r.repetitions_valid valid, r.repetitions_invalid invalid,"
                                + " r.repetitions_missing missing, r.verdict, o.* from v_run r cross join (select"
                                + " coalesce(sum(objectives), 0) stated, coalesce(sum(objectives_met), 0) met,"
                                + " coalesce(sum(objectives_missed), 0) missed, coalesce(sum(objectives_undecided), 0)"
                                + " undecided, coalesce(sum(objectives_unmeasured), 0) unmeasured from v_suite_summary) o")) {
            if (!of.next()) {
                throw new SQLException("it has no run");
            }
            return new PublishedRun(
                    PublishedRun.FORMAT,
                    record.origin().testbed(),
                    record.origin().title(),
                    record.id(),
                    record.origin().profile(),
                    record.origin().seed(),
                    record.origin().modelHash(),
                    environment
                            .map(known -> known.versions().getOrDefault("soabench", ""))
                            .orElse(""),
                    record.startedAt(),
                    record.endedAt(),
                    record.state().name().toLowerCase(Locale.ROOT),
                    new PublishedRun.Repetitions(
                            of.getInt("planned"), of.getInt("valid"), of.getInt("invalid"), of.getInt("missing")),
                    new PublishedRun.ObjectiveCounts(
                            of.getInt("stated"),
                            of.getInt("met"),
                            of.getInt("missed"),
                            of.getInt("undecided"),
                            of.getInt("unmeasured")),
                    engines(plan, environment),
                    of.getString("verdict"),
                    answers(database));
        } catch (SQLException e) {
            throw new StoreRefused(
                    "the database " + run.resolve(DATABASE)
                            + " cannot be read; make it anew with the goal analyze, then publish the run",
                    e);
        }
    }

    private static List<String> answers(Connection database) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Statement sql = database.createStatement();
                ResultSet each = sql.executeQuery("select sentence from v_headline where shown and upper(kind) <> '"
                        + Headline.Kind.BASIS.name() + "'")) {
            while (each.next()) {
                answers.add(each.getString(1));
            }
        }
        return answers;
    }

    private static List<PublishedRun.Engine> engines(Plan plan, Optional<EnvironmentRecord> environment) {
        Map<String, List<EnvironmentRecord.ProgramRecord>> programs =
                environment.map(EnvironmentRecord::programs).orElse(Map.of());
        Set<String> names = new LinkedHashSet<>();
        plan.cases().forEach(one -> names.add(one.server()));
        List<PublishedRun.Engine> engines = new ArrayList<>();
        for (String name : names) {
            engines.add(plan.servers().stream()
                    .filter(server -> server.name().equals(name))
                    .findFirst()
                    .map(server -> new PublishedRun.Engine(
                            name,
                            server.type(),
                            versions(server.declaredType(), programs.getOrDefault(server.type(), List.of()))))
                    .orElse(new PublishedRun.Engine(name.isEmpty() ? BLACK_BOX : name, "", List.of())));
        }
        return engines;
    }

    /** Returns the coordinates of programs, then of artifacts that are named after the type: one for each version. */
    private static List<String> versions(String type, List<EnvironmentRecord.ProgramRecord> programs) {
        Set<String> found = new LinkedHashSet<>();
        Set<String> versions = new LinkedHashSet<>();
        programs.forEach(program -> found.add(program.coordinates()));
        programs.stream()
                .flatMap(program -> Stream.ofNullable(program.artifacts()).flatMap(List::stream))
                .filter(artifact -> named(artifact, type))
                .filter(artifact -> versions.add(artifact.substring(artifact.lastIndexOf(':'))))
                .forEach(found::add);
        return List.copyOf(found);
    }

    private static boolean named(String artifact, String type) {
        String[] parts = artifact.split(":", COORDINATES);
        return parts.length == COORDINATES
                && !parts[0].equals(OWN_GROUP)
                && Arrays.asList(parts[1].split("[.-]")).contains(type);
    }
}
