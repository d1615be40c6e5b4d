package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.RECEIVE;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages without correlation values go to the instance that has waited longest, whatever is refused or ends meanwhile. */
class UncorrelatedTest {
    private static final String MORE = "<scope><variables><variable name=\"m\" messageType=\"c:more\"/>"
            + "<variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
            + "<receive partnerLink=\"client\" operation=\"more\" variable=\"m\"/>"
            + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy>"
            + "<copy><from>$request.body/c:id</from><to>$r.body</to></copy></assign>"
            + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>";
    private static final String START = "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>";

    private static ProcessFixture process(KernelLimits limits, String body) {
        return ProcessFixture.process(
                limits, "", "<sequence>" + RECEIVE + respond("'begun'") + ProcessFixture.REPLY + body + "</sequence>");
    }

    private static Element more(String text) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + text + "</c:more>");
    }

    private static Element start(String text) {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">" + text + "</c:start>");
    }

    @Test
    void shouldServeTheLongestWaitingInstanceAfterARefusal() {
        ProcessFixture process = process(new KernelLimits(10, 500, 1_000_000, 1_000_000, 1_000_000), MORE + START);
        process.send("run", request("A", 1, ""));
        process.send("run", request("B", 1, ""));
        process.send("start", start("x".repeat(300_000)));

        assertThat(process.offer("more", more("x".repeat(300_000)), new ProcessFixture.Answer()))
                .as("beside the first large message")
                .isFalse();

        assertThat(process.send("more", more("1")).text()).isEqualTo("A");
        assertThat(process.send("more", more("2")).text()).isEqualTo("B");
        assertThat(process.running()).isOne();
        process.send("start", start("B"));
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldPassOverAnInstanceWhoseMessagesLeaveNoRoom() {
        ProcessFixture process = process(new KernelLimits(10, 500, 1_000_000, 100_000, 1_000_000), MORE + START);
        process.send("run", request("A", 1, ""));
        process.send("run", request("B", 1, ""));
        process.send("start", start("x".repeat(90_000)));

        assertThat(process.send("more", more("x".repeat(20_000))).text()).isEqualTo("B");
        assertThat(process.send("more", more("2")).text()).isEqualTo("A");
    }

    @Test
    void shouldServeAllTurnsThatWaitBeforeAnotherInstance() {
        String turns = "<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>3</finalCounterValue><scope>" + MORE + "</scope></forEach>";
        ProcessFixture process = process(KernelLimits.DEFAULT, turns);
        process.send("run", request("A", 1, ""));
        process.send("run", request("B", 1, ""));

        List<String> served = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            served.add(process.send("more", more("m")).text());
        }

        assertThat(served).containsExactly("A", "A", "A", "B", "B", "B");
        assertThat(process.running()).isZero();
    }

    /** Takes a second. It took minutes when each end walked the line, and minutes when each look for a number copied all instances. */
    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndManyInstancesInAnyOrder() {
        int instances = 50_000;
        ProcessFixture process = process(new KernelLimits(instances, 500, 100_000, 100_000, Long.MAX_VALUE / 4), MORE);
        List<Integer> ids = new ArrayList<>();
        for (int i = 1; i <= instances; i++) {
            process.send("run", request("i" + i, 1, ""));
            ids.add(i);
        }
        Collections.shuffle(ids, new Random(1));

        List<CompletableFuture<Boolean>> ended = new ArrayList<>();
        for (int id : ids.subList(1, ids.size())) {
            ended.add(process.kernel.endInstance(id));
        }
        process.worker.drain();

        assertThat(ended).allMatch(CompletableFuture::join);
        assertThat(process.running()).isOne();
        assertThat(process.send("more", more("last")).text()).isEqualTo("i" + ids.get(0));
        assertThat(process.kernel.heldBytes()).isZero();
    }
}
