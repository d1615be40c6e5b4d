package io.soabench.agent.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.agent.protocol.HostPart;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.LikeType;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.RunAuthority;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CollectionLog;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Recorder;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.Target;
import io.soabench.plan.Yielding;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CasePartsTest {

    @TempDir
    Path folder;

    private TwoHosts two() {
        return TwoHosts.of(new FakeTestbed(folder).check().registry("ok").add("a", "ok", "ok"), folder);
    }

    @Test
    void shouldTellEachHostOnlyWhatItDoes() {
        CaseParts parts = two().parts();

        HostPart here = parts.of(Set.of("here"));
        HostPart there = parts.of(Set.of("there"));

        assertThat(here.servers()).extracting(HostPart.Server::name).containsExactly("registry-1", "engine-a");
        assertThat(there.servers()).extracting(HostPart.Server::name).containsExactly("mocks");
        assertThat(here.clients()).extracting(HostPart.Client::name).containsExactly("load-here");
        assertThat(there.clients()).isEmpty();
        assertThat(here.checks()).extracting(HostPart.Check::request).containsExactly("/h/compiled/checks/request.xml");
        assertThat(there.checks()).isEmpty();
        assertThat(here.targets())
                .containsExactly(new HostPart.Target("Ordera", "http://127.0.0.1:20003/processes/Ordera"));
        assertThat(there.targets()).isEqualTo(here.targets());
        assertThat(there.addresses())
                .isEqualTo(here.addresses())
                .contains(Map.entry("server.mocks.address", "10.0.0.2"), Map.entry("server.mocks.port.own-1", "20002"));
        assertThat(there.filled("${server.mocks.address}:${server.engine-a.port.http}"))
                .isEqualTo("10.0.0.2:20003");
        assertThat(there.filled("${callback.quotes.1} ${callback.quotes.2}"))
                .as("where partners call back, and nothing for those that call nobody")
                .isEqualTo("http://127.0.0.1:20003/processes/Ordera/quote ");
        assertThat(here.leaseMs()).as("all deadlines and more").isGreaterThan(600_000);
    }

    @Test
    void shouldTellProcessesAndChecksWhereTheLoadClientListens() {
        HostPart here = two().callingBack().parts().of(Set.of("here"));
        HostPart plain = two().parts().of(Set.of("here"));

        assertThat(here.filled("${callback.client.Ordera}")).isEqualTo("http://127.0.0.1:20005/Ordera");
        assertThat(here.clients().get(0).program().command()).containsSequence("--callback", "http://127.0.0.1:20005");
        assertThat(here.checks()).extracting(HostPart.Check::callback).containsExactly("http://127.0.0.1:20005/Ordera");
        assertThat(plain.clients().get(0).program().command()).doesNotContain("--callback");
        assertThat(plain.checks()).noneMatch(HostPart.Check::calledBack);
    }

    @Test
    void shouldGiveCertificatesToServersAndTheAuthorityToTheirClients() {
        TwoHosts plain = two();
        TwoHosts secure = plain.speakingTls();
        RunAuthority authority = RunAuthority.of(secure.plan(), folder.resolve("authority"));

        HostPart here = secure.parts(authority).of(Set.of("here"));
        HostPart there = secure.parts(authority).of(Set.of("there"));
        HostPart without = plain.parts().of(Set.of("here"));

        assertThat(here.authority()).isEqualTo(authority.certificate()).isEqualTo(there.authority());
        assertThat(here.servers())
                .extracting(server -> server.placing().identity())
                .containsExactly(null, authority.identity("engine-a").orElseThrow());
        assertThat(there.servers())
                .extracting(server -> server.placing().identity())
                .containsExactly(authority.identity("mocks").orElseThrow());
        assertThat(here.clients().get(0).program().command()).containsSequence("--trust", "/h/authority.pem");
        assertThat(here.checks()).extracting(check -> check.form().trust()).containsExactly(authority.certificate());
        assertThat(without.authority()).isEmpty();
        assertThat(without.servers())
                .extracting(server -> server.placing().identity())
                .containsOnlyNulls();
        assertThat(without.clients().get(0).program().command()).doesNotContain("--trust");
        assertThat(without.checks()).extracting(check -> check.form().trust()).containsExactly("");
    }

    @Test
    void shouldSayThatACertificateIsWantedWhereNobodyHasMadeIt() {
        HostPart there = two().speakingTls().parts().of(Set.of("there"));

        assertThat(there.authority()).isEmpty();
        assertThat(there.servers().get(0).placing().identity()).isEqualTo(ServerIdentity.UNMADE);
    }

    @Test
    void shouldDeployAndCallEachProcessOfAMix() throws IOException {
        CaseParts parts = TwoHosts.of(new FakeTestbed(folder).check().addMixed("a", "ok"), folder)
                .parts();

        HostPart here = parts.of(Set.of("here"));

        HostPart.Server engine = here.servers().get(here.servers().size() - 1);
        String base = parts.endpoint().substring(0, parts.endpoint().indexOf("/processes/"));
        assertThat(engine.deployments())
                .extracting(HostPart.Deployment::process)
                .containsExactly("Ordera", "Browsea");
        assertThat(engine.deployments())
                .extracting(each -> each.deployed().url())
                .containsExactly(base + "/processes/Ordera", base + "/processes/Browsea");
        assertThat(engine.placing().copies())
                .extracting(HostPart.Copy::to)
                .containsExactly("/h/engine-a/packages/Ordera", "/h/engine-a/packages/Browsea");
        assertThat(here.checks())
                .extracting(check -> check.target().process(), HostPart.Check::uiid)
                .containsExactly(tuple("Ordera", "-check.1.1"), tuple("Browsea", "-check.1.2"));
        assertThat(String.join(" ", here.clients().get(0).program().command()))
                .endsWith(" --endpoint Ordera=" + base + "/processes/Ordera --endpoint Browsea=" + base
                        + "/processes/Browsea");
    }

    @Test
    void shouldPlaceWhatEventsDeployAndNotDeployItAtFirst() {
        FakeTestbed testbed = new FakeTestbed(folder)
                .check()
                .replaced("a", 100)
                .undeployed("a", 200)
                .deployed("a", 300);
        HostPart here =
                TwoHosts.of(testbed.add("a", "ok", "ok"), folder).parts().of(Set.of("here"));

        HostPart.Server engine = here.servers().get(here.servers().size() - 1);
        assertThat(engine.deployments())
                .extracting(
                        HostPart.Deployment::process,
                        HostPart.Deployment::version,
                        HostPart.Deployment::first,
                        each -> each.deploy().get(0).bodyFile())
                .containsExactly(
                        tuple("Ordera", "Ordera", true, "zip:/h/engine-a/packages/Ordera"),
                        tuple("Ordera", "Ordera2", false, "zip:/h/engine-a/packages/Ordera.Ordera2"));
        assertThat(engine.deployments())
                .extracting(each -> each.deploy().get(0).url())
                .as("the version has the place of the process")
                .containsOnly(engine.deployments().get(0).deploy().get(0).url());
        assertThat(engine.placing().copies())
                .containsExactly(
                        new HostPart.Copy("/h/compiled/processes/engine-a/Ordera", "/h/engine-a/packages/Ordera"),
                        new HostPart.Copy(
                                "/h/compiled/processes/engine-a/Ordera.Ordera2",
                                "/h/engine-a/packages/Ordera.Ordera2"));
        assertThat(here.checks())
                .extracting(HostPart.Check::event, HostPart.Check::uiid)
                .containsExactly(
                        tuple("", "-check.1.1"), tuple("s.replace.1", "-check.1.2"), tuple("s.deploy.1", "-check.1.3"));
    }

    @Test
    void shouldTellEverythingToAMachineThatIsAllHosts() {
        assertThat(two().parts().of(Set.of("here", "there")).servers())
                .extracting(HostPart.Server::name)
                .containsExactly("registry-1", "mocks", "engine-a");
    }

    /** A type like another, of whose programs archives may be kept. */
    private record Archiving(ServerType like) implements LikeType {

        @Override
        public Lifecycle lifecycle() {
            Lifecycle life = like.lifecycle();
            return new Lifecycle(
                    life.files(),
                    life.start(),
                    life.ready(),
                    life.deploy(),
                    life.deployed(),
                    life.undeploy(),
                    life.stop(),
                    life.endpoint(),
                    life.serviceAddress(),
                    life.statistics(),
                    life.logs(),
                    life.instances(),
                    life.registry(),
                    life.callback(),
                    life.metricRequest(),
                    life.redeploys(),
                    life.calling(),
                    life.batches(),
                    true);
        }
    }

    @Test
    void shouldKeepArchivesOfClassesOfTheToolsProgramsAndNotOfAnEngine() {
        CaseParts parts = two().parts(Archiving::new);

        assertThat(parts.of(Set.of("there")).servers().get(0).program().archives())
                .as("mocks")
                .isEqualTo("/t/archives");
        HostPart here = parts.of(Set.of("here"));
        assertThat(here.clients().get(0).program().archives()).isEqualTo("/h/archives");
        assertThat(here.servers())
                .extracting(HostPart.Server::name, server -> server.program().archives())
                .containsExactly(tuple("registry-1", "/h/archives"), tuple("engine-a", ""));
        assertThat(two().parts().of(Set.of("there")).servers().get(0).program().archives())
                .as("a type that does not say that it may be done")
                .isEmpty();
    }

    @Test
    void shouldGiveAnEngineTheAddressOfItsDatabaseOnAnotherHost() {
        FakeTestbed testbed = new FakeTestbed(folder).add("a", "mocks", "ok");

        CaseParts parts = TwoHosts.of(testbed, folder).parts(Keeping::new);

        assertThat(parts.databaseHost()).contains("there");
        assertThat(two().parts().databaseHost()).isEmpty();

        assertThat(parts.of(Set.of("here")).servers().get(0).program().command())
                .containsSequence("--behaviour", "jdbc:x://10.0.0.2:20002/t");
        assertThat(parts.of(Set.of("there")).servers().get(0).program().command())
                .containsSequence("--behaviour", "ok");
    }

    @Test
    void shouldReplaceThePlaceholdersOfServerTypes() {
        CaseParts parts = two().parts();
        HostPart.Server mocks = parts.of(Set.of("there")).servers().get(0);
        HostPart.Server engine = parts.of(Set.of("here")).servers().get(1);

        assertThat(mocks.program().command())
                .startsWith("/t/java", "-Xmx24m", "-XX:TieredStopAtLevel=1", "-cp", "/t/fake-mock-fake.jar")
                .contains("10.0.0.2", "20001", "/t/out/calls-mocks.csv");
        assertThat(mocks.program().environment()).isEqualTo(Map.of("A", "b", "FROM_TYPE", "mocks"));
        assertThat(mocks.program().work()).isEqualTo("/t/mocks/work");
        assertThat(mocks.placing().files())
                .containsEntry("conf/server.properties", "name=mocks\nservices=/t/mocks/services/quotes-1\n");
        assertThat(mocks.placing().copies())
                .containsExactly(
                        new HostPart.Copy("/t/compiled/mocks/quotes-1", "/t/mocks/services/quotes-1"),
                        new HostPart.Copy("/t/compiled/repetitions/2/mocks/quotes-1", "/t/mocks/services/quotes-1"));
        assertThat(mocks.deployments()).isEmpty();
        assertThat(engine.program().command()).startsWith("/h/java", CollectionLog.option("/h/engine-a/work"));
        assertThat(engine.logs()).endsWith(CollectionLog.GLOB);
        assertThat(mocks.logs()).doesNotContain(CollectionLog.GLOB);
        assertThat(engine.placing().copies())
                .containsExactly(
                        new HostPart.Copy("/h/compiled/processes/engine-a/Ordera", "/h/engine-a/packages/Ordera"));
        assertThat(engine.deployments().get(0).deploy().get(0).bodyFile()).isEqualTo("zip:/h/engine-a/packages/Ordera");
        assertThat(engine.deployments().get(0).deployed().url()).isEqualTo("http://127.0.0.1:20003/processes/Ordera");
        assertThat(engine.statistics().url()).isEqualTo("http://127.0.0.1:20003/statistics");
    }

    @Test
    void shouldRecordTheServerUnderTestAlone() {
        EngineRecording recording = EngineRecording.FLIGHT_RECORDER;
        CaseParts parts = recorded(Recorder.JFR, Map.of(Recorder.JFR, recording));

        HostPart.Server engine = parts.of(Set.of("here")).servers().get(1);
        HostPart.Server mocks = parts.of(Set.of("there")).servers().get(0);

        assertThat(engine.program().command()).containsAll(recording.options());
        assertThat(engine.program().work()).isEqualTo("/h/engine-a/work");
        assertThat(engine.logs()).endsWith(CollectionLog.GLOB, EngineRecording.GLOB);
        assertThat(mocks.program().command()).noneMatch(argument -> argument.contains("FlightRecord"));
        assertThat(mocks.logs()).doesNotContain(EngineRecording.GLOB);
    }

    @Test
    void shouldRecordACaseByTheRecorderThatItNames() {
        EngineRecording library = new EngineRecording("/cache/lib.so");
        Map<Recorder, EngineRecording> both =
                Map.of(Recorder.JFR, EngineRecording.FLIGHT_RECORDER, Recorder.ASYNC_PROFILER, library);

        assertThat(engine(recorded(Recorder.ASYNC_PROFILER, both)).program().command())
                .containsAll(library.options())
                .doesNotContainAnyElementsOf(EngineRecording.FLIGHT_RECORDER.options());
        assertThat(engine(recorded(null, both)).logs()).endsWith(CollectionLog.GLOB);
        assertThat(engine(recorded(Recorder.JFR, Map.of())).logs()).endsWith(CollectionLog.GLOB);
    }

    private CaseParts recorded(Recorder recorder, Map<Recorder, EngineRecording> recordings) {
        TwoHosts two = two();
        CasePlan plain = two.plan().caseOf("a");
        return two.parts(
                plain.withSchedule(plain.schedule().withRecorder(recorder)),
                DriverSettings.STANDARD.withRecordings(recordings));
    }

    private static HostPart.Server engine(CaseParts parts) {
        return parts.of(Set.of("here")).servers().get(1);
    }

    @Test
    void shouldTellTheMachineOfTheServerUnderTestWhetherItSharesIt() {
        TwoHosts two = two();
        CasePlan beside = two.plan().caseOf("a");
        CasePlan clientsThere = beside.withClients(beside.clients().stream()
                .map(client -> client.withHost("there"))
                .toList());
        CasePlan alone = clientsThere.withServers(List.of("mocks", "engine-a"));

        assertThat(sharing(two, beside, "here"))
                .as("the load client")
                .isEqualTo(new HostPart.Sharing("engine-a", true, null));
        assertThat(sharing(two, beside, "there")).as("of another machine").isNull();
        assertThat(sharing(two, clientsThere, "here"))
                .as("the registry")
                .isEqualTo(new HostPart.Sharing("engine-a", true, null));
        assertThat(sharing(two, alone, "here")).as("nobody").isEqualTo(new HostPart.Sharing("engine-a", false, null));
    }

    @Test
    void shouldTellHowTheUserWantsTheServerUnderTestToYield() {
        TwoHosts two = two();

        assertThat(two.parts(two.plan().caseOf("a"), DriverSettings.STANDARD.withYielding(Optional.of(Yielding.NONE)))
                        .of(Set.of("here"))
                        .sharing())
                .isEqualTo(new HostPart.Sharing("engine-a", true, Yielding.NONE));
    }

    private static HostPart.Sharing sharing(TwoHosts two, CasePlan of, String host) {
        return two.parts(of, DriverSettings.STANDARD).of(Set.of(host)).sharing();
    }

    @Test
    void shouldAskServersForWhatTheModelNamesOnly() {
        TwoHosts two = two();
        assertThat(two.parts().of(Set.of("here", "there")).servers())
                .extracting(HostPart.Server::asked)
                .containsOnlyNulls();

        CaseParts parts = two.measuring(
                        new MetricPlan("queue", new Target(Target.Kind.ENGINE, "engine-a"), List.of()),
                        new MetricPlan("in-service", Target.all(Target.Kind.ENGINE), List.of()),
                        new MetricPlan("refused", new Target(Target.Kind.ENGINE, "another"), List.of()),
                        new MetricPlan("response-time", Target.all(Target.Kind.PROCESS), List.of()),
                        new MetricPlan("cpu", new Target(Target.Kind.HOST, "there"), List.of()))
                .parts();
        HostPart.Server engine = parts.of(Set.of("here")).servers().get(1);
        HostPart.Server mocks = parts.of(Set.of("there")).servers().get(0);

        assertThat(engine.asked().metrics()).containsExactlyInAnyOrder("queue", "in-service");
        assertThat(engine.asked().telling().action().url()).isEqualTo("http://127.0.0.1:20003/statistics");
        assertThat(engine.asked().telling().numbers()).containsEntry("queue", List.of("waiting"));
        assertThat(engine.asked().telling().history().url()).isEqualTo("http://127.0.0.1:20003/instances");
        assertThat(mocks.asked().metrics()).containsExactly("cpu");
        assertThat(mocks.asked().telling()).as("tells nothing").isNull();
        assertThat(parts.of(Set.of("here")).servers().get(0).asked())
                .as("the registry")
                .isNull();
    }

    @Test
    void shouldPublishWhatIsServedFromTheStart() {
        HostPart.Server registry = two().parts().of(Set.of("here")).servers().get(0);

        assertThat(registry.publish())
                .extracting(step -> step.service() + " " + step.action().bodyFile())
                .containsExactly("quotes-1 text:tModel Quote", "quotes-1 text:quotes-1 http://10.0.0.2:20002/quotes-1");
    }

    @Test
    void shouldPublishNothingThatAnEventBrings() {
        FakeTestbed testbed =
                new FakeTestbed(folder).registry("ok").appears(8, "registry-1").add("a", "ok", "ok");

        assertThat(TwoHosts.of(testbed, folder)
                        .parts()
                        .of(Set.of("here"))
                        .servers()
                        .get(0)
                        .publish())
                .isEmpty();
    }

    @Test
    void shouldStartLoadClientsThatFindEverything() {
        List<String> command =
                two().parts().of(Set.of("here")).clients().get(0).program().command();

        assertThat(command)
                .startsWith(
                        "/h/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-Djava.io.tmpdir=/h/load-here",
                        "-cp",
                        "/h/load.jar")
                .containsSequence("--plan", "/h/plan.json", "--case", "a", "--repetition", "2", "--client", "here")
                .containsSequence("--out", "/h/out")
                .endsWith("--endpoint", "http://127.0.0.1:20003/processes/Ordera");
    }

    @Test
    void shouldOrderBatchesWhereTheEngineTakesThem() {
        assertThat(String.join(" ", client(two().orderingBatches())))
                .endsWith(" --endpoint http://127.0.0.1:20003/batches/Ordera --token-file /h/engine-a/work/token");
        assertThat(client(two())).doesNotContain("--token-file");
    }

    private static List<String> client(TwoHosts two) {
        return two.parts().of(Set.of("here")).clients().get(0).program().command();
    }
}
