package io.soabench.ansible.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Driver;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.Cancellation;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.RunSignal;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls a script that stands in for {@code ansible-playbook}. */
@Timeout(300)
class PlaybooksTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String STATS =
            "{\"event\":\"stats\",\"hosts\":{\"h1\":{\"ok\":1,\"failed\":0,\"unreachable\":0},\"h2\":{\"ok\":1,\"failed\":0,\"unreachable\":0}}}";

    @TempDir
    Path folder;

    private Path script;
    private Path log;
    private RunSetting setting;
    private Playbooks playbooks;

    @BeforeEach
    void make() throws IOException {
        script = folder.resolve("ansible-playbook");
        log = folder.resolve("call.log");
        Path home = Files.createDirectory(folder.resolve("home"));
        RunSignal signal = new RunSignal();
        Cancellation cancellation = new Cancellation(signal);
        HostClock clock = HostClock.system();
        setting = new RunSetting(
                new Driver.Request(null, folder, folder, Map.of(), Map.of(), Map.of()),
                "t",
                DriverSettings.STANDARD,
                clock,
                Progress.SILENT,
                signal,
                cancellation,
                new Waiting(signal, cancellation, clock));
        playbooks = new Playbooks(
                script, new Playbooks.Place(folder, home, folder, List.of("-o", "UserKnownHostsFile=/k")), setting);
    }

    private void script(String... lines) throws IOException {
        Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private static String say(String event) {
        return "echo '" + event + "' >> \"$SOABENCH_EVENTS\"";
    }

    private Playbooks.Call call(Duration max) {
        return new Playbooks.Call("start", Map.of("soabench_case", "a \"b\""), Set.of("h1", "h2"), log, max);
    }

    @Test
    void shouldHearOfEachHostWhenAllGoesWell() throws Exception {
        script(
                say(
                        "{\"event\":\"result\",\"task\":\"t\",\"host\":\"h1\",\"status\":\"ok\",\"message\":\"\",\"result\":{\"servers\":[{\"name\":\"s\"}]}}"),
                say(STATS),
                "echo \"$@\"; echo \"$PWD $ANSIBLE_HOME\"");

        Playbooks.Outcome outcome = playbooks.run(call(LONG));

        assertThat(outcome.trouble()).isEmpty();
        assertThat(outcome.log().hosts()).containsExactlyInAnyOrder("h1", "h2");
        assertThat(outcome.log().objects("h1", "servers")).hasToString("[{name=s}]");
        assertThat(outcome.log().objects("h2", "servers")).isEmpty();
        assertThat(log)
                .content()
                .isEqualTo("-i inventory.yml start.yml -e {\"soabench_case\":\"a \\\"b\\\"\","
                        + "\"ansible_ssh_extra_args\":\"-o UserKnownHostsFile=/k\"}\n" + folder + " "
                        + folder.resolve("home") + "\n");
    }

    @Test
    void shouldNotBelieveTheExitStatusWhenNothingWasDone() throws Exception {
        script(say("{\"event\":\"no_hosts\"}"), "echo skipping: no hosts matched");

        assertThat(playbooks.run(call(LONG)).trouble())
                .containsExactly(
                        "playbook start.yml did not run to its end (exit status 0; it printed \"skipping: no hosts"
                                + " matched\"); see call.log");
    }

    @Test
    void shouldQuoteAnsiblesErrorWhenThePlaybookIsWrong() throws Exception {
        script("echo 'ERROR! the playbook: start.yml could not be found'", "echo more", "exit 4");

        assertThat(playbooks.run(call(LONG)).trouble())
                .containsExactly("playbook start.yml did not run to its end (exit status 4; it printed \"ERROR! the"
                        + " playbook: start.yml could not be found\"); see call.log");
    }

    @Test
    void shouldNameAHostThatWasNotAddressed() throws Exception {
        script(say("{\"event\":\"stats\",\"hosts\":{\"h1\":{\"ok\":1}}}"));

        assertThat(playbooks.run(call(LONG)).trouble())
                .containsExactly("playbook start.yml did not address host h2; look whether inventory.yml names it, and"
                        + " compile the testbed again");
    }

    @Test
    void shouldLeaveOutLinesThatAreCutOff() throws Exception {
        script(
                say("{\"event\":\"result\",\"task\":\"t\",\"ho"),
                say("[1]"),
                say("{}"),
                say(STATS),
                "printf '{\"eve' >> \"$SOABENCH_EVENTS\"");

        Playbooks.Outcome outcome = playbooks.run(call(LONG));

        assertThat(outcome.trouble()).isEmpty();
        assertThat(outcome.log().malformed()).isEqualTo(4);
    }

    @Test
    void shouldTellFailedFromUnreachableHostsWhateverTheExitStatus() throws Exception {
        script(
                say(
                        "{\"event\":\"result\",\"task\":\"Java\",\"host\":\"h1\",\"status\":\"failed\",\"ignored\":true,\"message\":\"never mind\",\"result\":null}"),
                say(
                        "{\"event\":\"result\",\"task\":\"Java\",\"host\":\"h1\",\"status\":\"failed\",\"message\":\"no Java at /x\",\"result\":null}"),
                say(
                        "{\"event\":\"result\",\"task\":\"Java\",\"host\":\"h2\",\"status\":\"unreachable\",\"message\":\"timed out\",\"result\":null}"),
                say(
                        "{\"event\":\"stats\",\"hosts\":{\"h1\":{\"failed\":1},\"h2\":{\"unreachable\":1},\"h3\":{\"failed\":1}}}"),
                "exit 0");

        Playbooks.Outcome outcome = playbooks.run(call(LONG));

        assertThat(outcome.log().failures())
                .containsExactly(Map.entry("h1", "no Java at /x"), Map.entry("h3", "a task failed"));
        assertThat(outcome.log().unreachable()).containsExactly(Map.entry("h2", "timed out"));
    }

    @Test
    void shouldNotBlameAHostForAFailureThatThePlaybookMended() throws Exception {
        script(
                say(
                        "{\"event\":\"result\",\"task\":\"t\",\"host\":\"h1\",\"status\":\"failed\",\"ignored\":false,\"message\":\"no\",\"result\":null}"),
                say(STATS.replace("\"failed\":0", "\"failed\":0,\"rescued\":1")));

        assertThat(playbooks.run(call(LONG)).log().failures()).isEmpty();
    }

    @Test
    void shouldEndAPlaybookThatTakesTooLong() throws Exception {
        script("sleep 47 &", "echo $! > child", "wait");

        Playbooks.Outcome outcome = playbooks.run(call(Duration.ofSeconds(2)));

        assertThat(outcome.trouble()).containsExactly("playbook start.yml did not end within 2 s; see call.log");
        assertThat(childIsAlive()).isFalse();
    }

    private boolean childIsAlive() throws Exception {
        long pid = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        for (int i = 0; i < 100 && runs(pid); i++) {
            setting.signal().await(50);
        }
        return runs(pid);
    }

    /** One that has ended and was not waited for does not run. */
    private static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldEndThePlaybookWhenTheUserEndsTheRun() throws Exception {
        script("sleep 47");
        setting.cancellation().ask();

        assertThatThrownBy(() -> playbooks.run(call(LONG))).isInstanceOf(RunInterrupted.class);
    }

    @Test
    void shouldFinishWhatTakesBackWhenTheUserEndsTheRun() throws Exception {
        script("sleep 0.5", say(STATS));
        setting.cancellation().ask();

        assertThat(playbooks.runWhatever(call(LONG)).trouble()).isEmpty();
    }

    @Test
    void shouldSayThatTheProgramCannotBeStarted() {
        Playbooks missing = new Playbooks(
                folder.resolve("none"),
                new Playbooks.Place(folder, folder.resolve("home"), folder, List.of()),
                setting);

        assertThat(trouble(missing))
                .matches(
                        "playbook start.yml did not run to its end \\(exit status 12[67]; it printed \".*none.*\"\\); see"
                                + " call.log");
    }

    private String trouble(Playbooks of) {
        try {
            return String.join("; ", of.run(call(LONG)).trouble());
        } catch (PhaseFailed | RunInterrupted e) {
            return e.getMessage();
        }
    }
}
