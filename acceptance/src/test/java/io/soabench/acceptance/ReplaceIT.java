package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is replaced, taken away and deployed again while clients use it, from the model to the database. */
final class ReplaceIT {

    private static final String CASE = "Offer-web-ours";

    /** Clocks of two programs. */
    private static final long NEAR_NS = 100_000_000L;

    @TempDir
    Path folder;

    /** The example on one engine, with events that wait for requests. */
    private void copyExample() throws IOException {
        Examples.copy("replace", folder);
        Path model = folder.resolve("replace.testbed");
        String text = Examples.light(Files.readString(model))
                .replaceAll("repeat 2 +warm up 4 s +measure 16 s", "repeat 1 warm up 1 s measure 10 s")
                .replace("case on ours, ode for", "case on ours for")
                .replaceAll("(?m)^server ode .*\\R", "")
                .replaceAll("at +4 s in", "at request 40 in")
                .replaceAll("at +9 s in", "at request 160 in")
                .replaceAll("at +11 s in", "at request 320 in")
                .replace("report html, pdf", "report html");
        assertThat(text)
                .contains("repeat 1 warm", "at request 40 in", "at request 160 in", "at request 320 in")
                .doesNotContain(" s in Change");
        Files.writeString(model, text);
    }

    private List<String> rows(String query) throws SQLException {
        return Results.rows(folder.resolve("out/replace/runs/latest"), query);
    }

    private List<String[]> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve("out/replace/runs/latest/cases/" + CASE + "/1")
                        .resolve(file))
                .stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }

    private static long at(List<String[]> events, String what) {
        List<String[]> found = events.stream()
                .filter(line -> line[1].equals("model") && line[2].equals(what))
                .toList();
        assertThat(found).as(what).hasSize(1);
        return Long.parseLong(found.get(0)[0]);
    }

    private record Sent(String uiid, long startNs, long endNs, String outcome) {}

    @Test
    void shouldAnswerAsTheVersionThatIsThere() throws Exception {
        copyExample();

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=replace.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        Path repetition = folder.resolve("out/replace/runs/latest/cases/" + CASE + "/1");
        List<String[]> events = lines("events.csv");
        assertThat(Files.readString(repetition.resolve("events.csv")))
                .containsPattern("Offer is replaced by OfferWithShipping,\"?when \\d+ requests had begun");
        long replaceNs = at(events, "Offer is replaced by OfferWithShipping");
        long replacedNs = at(events, "Offer is replaced by OfferWithShipping: done");
        long undeployNs = at(events, "Offer is undeployed");
        long undeployedNs = at(events, "Offer is undeployed: done");
        long deployNs = at(events, "Offer is deployed");
        long deployedNs = at(events, "Offer is deployed: done");
        List<Sent> samples = lines("samples-here.csv").stream()
                .map(fields -> new Sent(fields[2], Long.parseLong(fields[6]), Long.parseLong(fields[7]), fields[8]))
                .toList();
        List<String> called =
                lines("calls-mocks.csv").stream().map(fields -> fields[3]).toList();

        List<Sent> before = within(samples, Long.MIN_VALUE / 2, replaceNs);
        List<Sent> second = within(samples, replacedNs, undeployNs);
        List<Sent> nobody = within(samples, undeployedNs, deployNs);
        assertAnswered(before, called, 1);
        assertAnswered(second, called, 2);
        assertThat(nobody).noneMatch(sent -> sent.outcome().equals("OK") || called.contains(sent.uiid()));
        assertAnswered(within(samples, deployedNs, Long.MAX_VALUE / 2), called, 1);
        assertThat(before).isNotEmpty();
        assertThat(second.size() + nobody.size())
                .as("seven seconds, in which a slow machine is busy with two events")
                .isPositive();
        assertThat(Files.readString(repetition.resolve("repetition.json")))
                .as("before the load, and after each event that deploys; versions answer differently")
                .contains("\"checks\" : 9");
        assertThat(rows("select distinct origin from v_failure where repetition = 1"))
                .as("whose fault it was that requests failed")
                .allMatch(origin -> List.of("event", "engine").contains(origin));
        assertThat(rows("select entry from v_ledger where state = 'differs'")).isEmpty();
        assertThat(ReportText.of(folder.resolve("out/replace/runs/latest")))
                .contains("Offer is replaced by OfferWithShipping");
    }

    /** Requests that began and ended in between. */
    private static List<Sent> within(List<Sent> samples, long fromNs, long toNs) {
        return samples.stream()
                .filter(sent -> sent.startNs() > fromNs + NEAR_NS && sent.endNs() < toNs - NEAR_NS)
                .toList();
    }

    private static void assertAnswered(List<Sent> samples, List<String> called, int calls) {
        assertThat(samples).allSatisfy(sent -> {
            assertThat(sent.outcome()).isEqualTo("OK");
            assertThat(called.stream().filter(sent.uiid()::equals))
                    .as("calls of " + sent)
                    .hasSize(calls);
        });
    }
}
