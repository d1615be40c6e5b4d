package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.EventPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private final List<String> done = new ArrayList<>();
    private String broken = "";
    private long nowNs = 5_000 * MS;

    private final HostClock clock = new HostClock() {
        @Override
        public long epochNanos() {
            return nowNs;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    };

    private final class Heard implements Events.Effects {

        @Override
        public void signal(String server, String name) throws PhaseFailed {
            done.add(name + " " + server);
            if (broken.equals(name)) {
                throw new PhaseFailed("nobody hears " + name);
            }
        }

        @Override
        public void kill(String server) {
            done.add("KILL " + server);
            nowNs += 4 * MS;
        }

        @Override
        public void startAgain(String server, boolean deploys) {
            done.add("start " + server + (deploys ? " and deploy" : ""));
            nowNs += 70 * MS;
        }

        @Override
        public void send(String server, HttpAction action, Map<String, String> values) {
            done.add(action.method() + " " + server + " " + values);
        }

        @Override
        public void publish(String registry, ServicePlan service, ServiceInstance instance) {
            throw new AssertionError("nothing is published");
        }

        @Override
        public void deploy(String process, String version) {
            done.add("deploy " + version + " as " + process);
            nowNs += 40 * MS;
        }

        @Override
        public void undeploy(String process) {
            done.add("undeploy " + process);
            nowNs += 5 * MS;
        }

        @Override
        public void check(EventPlan event) throws PhaseFailed {
            done.add("check after " + event.id());
            if (broken.equals("answer")) {
                throw new PhaseFailed("wrong answer: 4 is not 5");
            }
        }
    }

    private Events events(FakeTestbed testbed) {
        Driver.Request request = testbed.add("a", "ok", "ok").request(folder.resolve("run"));
        return new Events(
                request.plan(),
                request.plan().caseOf("a"),
                request.types(),
                request.events(),
                new EventLog(folder.resolve("events.csv"), clock),
                clock,
                new Heard());
    }

    private FakeTestbed testbed() {
        return new FakeTestbed(folder.resolve("compiled"));
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("events.csv")).stream().skip(1).toList();
    }

    @Test
    void shouldKnowWhenTheNextIsDue() throws Exception {
        Events events = events(testbed().unavailable(2000).appears(100, "").unavailable(1000));

        assertThat(events.nextNs()).as("before the measurement").isEqualTo(Long.MAX_VALUE);
        events.begin(nowNs + 50 * MS);

        assertThat(events.nextNs()).isEqualTo(nowNs + 1050 * MS);
        assertThat(events.due(99)).isFalse();
        assertThat(events.due(100)).isTrue();
        nowNs += 1052 * MS;
        assertThat(events.due(0)).isTrue();
        events.carryOut(0);
        assertThat(events.nextNs()).isEqualTo(5_000 * MS + 2050 * MS);
        assertThat(events.due(0)).isFalse();
        assertThat(done).containsExactly("DELETE mocks {service=quotes-1}");
        assertThat(log())
                .containsExactly("6052000000,model,quotes[1] goes,2.0 ms after its time,s.service-unavailable.2");
    }

    @Test
    void shouldSayHowManyRequestsHadReallyBegun() throws Exception {
        Events events = events(testbed().appears(100, "").appears(107, ""));
        events.begin(nowNs);

        events.carryOut(107);

        assertThat(done).hasSize(2).containsOnly("PUT mocks {service=quotes-1}");
        assertThat(log())
                .containsExactly(
                        "5000000000,model,a new Quote appears,\"when 107 requests had begun, 7 more than planned\",s.new-service-instance.1",
                        "5000000000,model,a new Quote appears,\"when 107 requests had begun, as planned\",s.new-service-instance.2");
    }

    @Test
    void shouldRecordTheOrderAndTheEndOfWhatIsDoneToAProcess() throws Exception {
        Events events = events(testbed().undeployed("a", 20).replaced("a", 10).deployed("a", 30));
        events.begin(nowNs);
        nowNs += 25 * MS;

        events.carryOut(0);
        events.carryOut(0);

        assertThat(done)
                .as("in the order of their times, though all are late")
                .containsExactly(
                        "deploy Ordera2 as Ordera",
                        "check after s.replace.1",
                        "undeploy Ordera",
                        "deploy Ordera as Ordera",
                        "check after s.deploy.1");
        assertThat(log())
                .containsExactly(
                        "5025000000,model,Ordera is replaced by Ordera2,15.0 ms after its time,s.replace.1",
                        "5065000000,model,Ordera is replaced by Ordera2: done,40.0 ms after the order,s.replace.1",
                        "5065000000,model,Ordera is undeployed,45.0 ms after its time,s.undeploy.1",
                        "5070000000,model,Ordera is undeployed: done,5.0 ms after the order,s.undeploy.1",
                        "5070000000,model,Ordera is deployed,40.0 ms after its time,s.deploy.1",
                        "5110000000,model,Ordera is deployed: done,40.0 ms after the order,s.deploy.1");
    }

    @Test
    void shouldFailWhenANewVersionAnswersWrongly() {
        broken = "answer";
        Events events = events(testbed().replaced("a", 10));
        events.begin(nowNs);
        nowNs += 10 * MS;

        assertThatThrownBy(() -> events.carryOut(0))
                .isInstanceOf(PhaseFailed.class)
                .hasMessage(
                        "the event \"at 10 ms: Ordera is replaced by Ordera2\" cannot be carried out: wrong answer: 4"
                                + " is not 5");
    }

    @Test
    void shouldTakeLaterStepsFromTheRealTimeOn() throws Exception {
        Events events = events(testbed().event("pause", 10, -1, Map.of("time", "0.5"), "pause"));
        events.begin(nowNs);
        nowNs += 13 * MS;
        events.carryOut(0);

        assertThat(events.nextNs()).isEqualTo(nowNs + MS / 2);
        nowNs += MS;
        events.carryOut(0);

        assertThat(done).containsExactly("STOP engine-a", "CONT engine-a");
        assertThat(log())
                .containsExactly(
                        "5013000000,model,pause,3.0 ms after its time,s.pause.1",
                        "5014000000,model,pause: it goes on,0.5 ms after its time,s.pause.1");
        assertThat(events.nextNs()).isEqualTo(Long.MAX_VALUE);
    }

    private FakeTestbed killed() {
        return testbed().event("kill", 10, -1, Map.of("time", "50"), "kill");
    }

    @Test
    void shouldStartAKilledEngineAgainAndRecordWhenItsProcessesAnswer() throws Exception {
        Events events = events(killed());
        events.begin(nowNs);
        nowNs += 10 * MS;
        events.carryOut(0);

        assertThat(events.nextNs()).isEqualTo(nowNs + 46 * MS);
        nowNs += 47 * MS;
        events.carryOut(0);

        assertThat(done).containsExactly("KILL engine-a", "start engine-a and deploy");
        assertThat(log())
                .containsExactly(
                        "5010000000,model,kill,0.0 ms after its time,s.kill.1",
                        "5010000000,killed,engine-a,SIGKILL is sent,",
                        "5014000000,killed,engine-a,has ended,",
                        "5061000000,model,kill: it is back,1.0 ms after its time,s.kill.1",
                        "5131000000,back,engine-a,its processes answer,",
                        "5131000000,model,kill: done,70.0 ms after the order,s.kill.1");
    }

    @Test
    void shouldLeaveAnEngineAsItIsWhenTheRepetitionEndsEarly() throws Exception {
        Events events = events(killed());
        events.begin(nowNs);
        nowNs += 10 * MS;
        events.carryOut(0);

        events.carryOutRestBeforeStop();

        assertThat(done).containsExactly("KILL engine-a");
    }

    @Test
    void shouldDeployNothingOnAnEngineThatKeepsItsProcesses() throws Exception {
        Driver.Request request = killed().add("a", "keeps", "ok").request(folder.resolve("run"));
        Events events = new Events(
                request.plan(),
                request.plan().caseOf("a"),
                request.types(),
                request.events(),
                new EventLog(folder.resolve("events.csv"), clock),
                clock,
                new Heard());
        events.begin(nowNs);
        nowNs += 10 * MS;
        events.carryOut(0);
        nowNs += 50 * MS;
        events.carryOut(0);

        assertThat(done).containsExactly("KILL engine-a", "start engine-a");
    }

    @Test
    void shouldRefuseToKillWhatCannotBeStartedAgain() {
        FakeTestbed never = killed().add("a", "never-again", "ok");
        Driver.Request request = never.request(folder.resolve("run"));

        assertThat(Events.problems(request.plan(), request.plan().caseOf("a"), request.types(), request.events()))
                .containsExactly("case a has the event \"at 10 ms: kill\", but servers of type \"fake-engine\" with"
                        + " these parameters cannot be started again after a kill; leave engine-a out of the suite,"
                        + " or give it other parameters");
    }

    @Test
    void shouldRefuseToKillAMockHost() {
        assertThat(problems(testbed().event("kill", 10, -1, Map.of("time", "50", "target", "mocks"), "kill of mocks")))
                .containsExactly("case a has the event \"at 10 ms: kill of mocks\", but only the engine under test can"
                        + " be killed and started again, not mocks; leave out \"of mocks\"");
    }

    @Test
    void shouldRefuseToKillAnEngineThatIsGone() {
        assertThat(problems(killed().event("kill", 59, -1, Map.of("time", "1"), "kill again")))
                .containsExactly("case a has the event \"at 59 ms: kill again\", but an earlier event has killed the"
                        + " engine and not started it again by then");
        assertThat(problems(killed().event("kill", 60, -1, Map.of("time", "1"), "kill again")))
                .isEmpty();
    }

    @Test
    void shouldTakeBackWhatHasBegunAndSayWhatDidNotHappen() throws Exception {
        Events events = events(
                testbed().event("pause", 0, -1, Map.of("time", "100"), "pause").unavailable(700));
        events.begin(nowNs);
        events.carryOut(0);
        nowNs += 40 * MS;

        events.endMeasurement(0);
        events.carryOutRest();
        events.endMeasurement(0);
        events.carryOutRest();

        assertThat(done).containsExactly("STOP engine-a", "CONT engine-a");
        assertThat(log().subList(1, 3))
                .containsExactly(
                        "5040000000,missed,quotes[1] goes,did not happen: the measurement ended 0.0 s after its start,s.service-unavailable.1",
                        "5040000000,model,pause: it goes on,60.0 ms before its time,s.pause.1");
        assertThat(log()).hasSize(3);
    }

    @Test
    void shouldTellEventsOfOneTypeApartWhenOneDidNotHappen() throws Exception {
        Events events = events(testbed()
                .event("pause", 10, -1, Map.of("time", "1"), "pause")
                .event("pause", 700, -1, Map.of("time", "1"), "pause"));
        events.begin(nowNs);
        nowNs += 10 * MS;

        events.carryOut(0);
        events.endMeasurement(0);

        assertThat(log())
                .containsExactly(
                        "5010000000,model,pause,0.0 ms after its time,s.pause.1",
                        "5010000000,missed,pause,did not happen: the measurement ended 0.0 s after its start,s.pause.2");
    }

    @Test
    void shouldSayThatNothingWasMeasured() throws Exception {
        events(testbed().unavailable(700)).endMeasurement(0);

        assertThat(log())
                .containsExactly(
                        "5000000000,missed,quotes[1] goes,did not happen: nothing was measured,s.service-unavailable.1");
    }

    @Test
    void shouldFailWithOneSentence() {
        broken = "STOP";
        Events events = events(testbed().event("pause", 0, -1, Map.of("time", "100"), "pause"));
        events.begin(nowNs);

        assertThatThrownBy(() -> events.carryOut(0))
                .isInstanceOf(PhaseFailed.class)
                .hasMessage("the event \"at 0 ms: pause\" cannot be carried out: nobody hears STOP");
        assertThat(events.due(0)).isFalse();
    }

    private List<String> problems(FakeTestbed testbed) {
        Driver.Request request = testbed.add("a", "ok", "ok").request(folder.resolve("run"));
        Plan plan = request.plan();
        return Events.problems(plan, plan.caseOf("a"), request.types(), request.events());
    }

    @Test
    void shouldNameWhatIsMissing() {
        assertThat(problems(testbed()
                        .event("pause", 1, -1, Map.of(), "pause")
                        .event("pause", 1, -1, Map.of("time", "soon"), "pause")
                        .event(
                                EventPlan.Kind.SERVICE_UNAVAILABLE.text(),
                                1,
                                -1,
                                Map.of("service", "quotes", "instance", "2"),
                                "x")))
                .containsExactly(
                        "case a has the event \"at 1 ms: pause\", but no value for ${event:time} in \"${event:time}\"",
                        "case a has the event \"at 1 ms: pause\", but \"soon\" is no number of milliseconds; compile the"
                                + " testbed again",
                        "case a has the event \"at 1 ms: x\", but service quotes has no such instance; compile the testbed"
                                + " again");
    }

    @Test
    void shouldRefuseEventsOfServersThatDoNotRunInTheCase() {
        FakeTestbed testbed = testbed().add("b", "ok", "ok");

        assertThat(problems(
                        testbed.event("pause", 1, -1, Map.of("time", "1", "target", "engine-b"), "pause of engine-b")))
                .containsExactly(
                        "case a has the event \"at 1 ms: pause of engine-b\", but server engine-b does not run in that"
                                + " case; it has mocks, engine-a: without \"of\" an event happens to the server under test");
    }

    @Test
    void shouldRefuseToCloseAnInstanceTwice() {
        assertThat(problems(testbed().unavailable(100).unavailable(200)))
                .containsExactly(
                        "case a has the event \"at 200 ms: quotes[1] goes\", but another event does the same; leave out"
                                + " one of them");
    }

    @Test
    void shouldAcceptWhatCanBeDone() {
        assertThat(problems(
                        testbed().unavailable(1).appears(1, "").event("pause", 1, -1, Map.of("time", "1"), "pause")))
                .isEmpty();
    }
}
