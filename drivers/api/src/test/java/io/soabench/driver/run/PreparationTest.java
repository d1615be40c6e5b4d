package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.LikeType;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Engine;
import io.soabench.plugin.HostProgram;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Registry;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {

    @TempDir
    Path folder;

    /** What is said before a run whose process answers by a callback, or not. */
    private String refusal(LoadRecord.Engine engine, CallbackPlan callback) throws IOException {
        return refusal(
                engine,
                plan -> plan.withProcesses(plan.processes().stream()
                        .map(process -> process.callingBack(callback))
                        .toList()));
    }

    private String refusal(LoadRecord.Engine engine, UnaryOperator<Plan> change) throws IOException {
        Path run = Files.createDirectories(folder.resolve("run"));
        FakeTestbed testbed = new FakeTestbed(Files.createDirectories(folder.resolve("compiled"))).add("a", "ok", "ok");
        Driver.Request request = testbed.request(run);
        try {
            new Preparation(
                            request.withPlan(change.apply(request.plan())),
                            DriverSettings.STANDARD.withEngine(engine),
                            new AnyHosts())
                    .check();
            return "";
        } catch (RunRefused e) {
            return e.getMessage();
        }
    }

    @Test
    void shouldRefuseCallbacksToJMeterBeforeARun() throws IOException {
        CallbackPlan callback = new CallbackPlan("done", List.of());

        assertThat(refusal(LoadRecord.Engine.JMETER, callback))
                .contains(
                        "case a has the process Ordera, which answers by the callback \"done\", and JMeter takes none; leave"
                                + " -Dsoabench.load=jmeter out, or choose other cases with -Dsoabench.cases");
        assertThat(refusal(LoadRecord.Engine.LOOP, callback)).doesNotContain("JMeter");
        assertThat(refusal(LoadRecord.Engine.JMETER, (CallbackPlan) null)).doesNotContain("JMeter");
    }

    /** A type whose servers need a program if they behave badly. */
    private record Needing(ServerType like) implements LikeType, Engine, MockHost, Registry {

        @Override
        public void packageProcess(ProcessSource process, Path target) {
            throw new IllegalStateException("packaged by the compiler");
        }

        @Override
        public List<HostProgram> hostPrograms(Map<String, String> parameters) {
            return parameters.getOrDefault("behaviour", "").equals("ok")
                    ? List.of()
                    : List.of(new HostProgram("initdb", List.of(), "a store", "install it"));
        }
    }

    @Test
    void shouldLeaveOutServersWhoseHostLacksAProgram() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run"));
        FakeTestbed testbed = new FakeTestbed(Files.createDirectories(folder.resolve("compiled")))
                .add("a", "ok", "ok")
                .add("b", "slow", "ok");
        Driver.Request plain = testbed.request(run);
        Map<String, ServerType> types = new TreeMap<>();
        plain.types().forEach((name, type) -> types.put(name, new Needing(type)));
        Driver.Request request =
                new Driver.Request(plain.plan(), plain.compiled(), run, types, plain.classPaths(), plain.versions());
        Hosts hosts = new AnyHosts() {
            @Override
            public boolean lacks(HostPlan host, HostProgram program) {
                return program.command().equals("initdb");
            }
        };

        assertThat(new Preparation(request, DriverSettings.STANDARD, hosts).check())
                .isEqualTo(
                        Map.of("engine-b", "server engine-b needs a store, which host here does not have; install it"));
    }

    @Test
    void shouldNameThePasswordOfADatabaseThatIsMissingBeforeARun() throws IOException {
        assertThat(refusal(LoadRecord.Engine.LOOP, PreparationTest::guarded))
                .contains("server engine-a needs the file of secrets no-such-password, which cannot be read in ");
    }

    private static Plan guarded(Plan plan) {
        return plan.withServers(plan.servers().stream()
                .map(server -> server.name().equals("engine-a") ? guarded(server) : server)
                .toList());
    }

    private static ServerPlan guarded(ServerPlan server) {
        Map<String, String> parameters = new TreeMap<>(server.parameters());
        parameters.put("database-secret", "no-such-password");
        return new ServerPlan(server.name(), server.type(), server.host(), parameters, server.ports(), server.serves());
    }
}
