package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {

    @TempDir
    Path folder;

    /** What is said before a run whose process answers by a callback, or not. */
    private String refusal(LoadRecord.Engine engine, CallbackPlan callback) throws IOException {
        Path run = Files.createDirectories(folder.resolve("run"));
        FakeTestbed testbed = new FakeTestbed(Files.createDirectories(folder.resolve("compiled"))).add("a", "ok", "ok");
        Driver.Request request = testbed.request(run);
        Plan plan = request.plan()
                .withProcesses(request.plan().processes().stream()
                        .map(process -> process.callingBack(callback))
                        .toList());
        try {
            new Preparation(
                            new Driver.Request(
                                    plan,
                                    request.compiled(),
                                    run,
                                    request.types(),
                                    request.classPaths(),
                                    request.versions(),
                                    Map.of(),
                                    request.events()),
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
        assertThat(refusal(LoadRecord.Engine.JMETER, null)).doesNotContain("JMeter");
    }
}
