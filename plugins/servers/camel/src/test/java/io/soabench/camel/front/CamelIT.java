package io.soabench.camel.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.messages.EngineFixture;
import io.soabench.messages.LibraryEngineContract;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Camel as each library engine must be, and what is Camel's own. */
class CamelIT extends LibraryEngineContract {

    @Override
    protected String main() {
        return "io.soabench.camel.front.CamelMain";
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("--threads", "20");
    }

    @Override
    protected String processFile() {
        return "process.yaml";
    }

    @Override
    protected String ending() {
        return ".yaml";
    }

    @Override
    protected Class<?> files() {
        return CamelIT.class;
    }

    /** The partner answers none of the five calls before all of them are there. */
    @Test
    void shouldCallPartnersAtOnceInAParallelMulticast() throws Exception {
        deployed("FlowNoDep", "flow-no-dep", () -> {
            server().clearCalls();

            assertThat(server().order("FlowNoDep", "together").body()).contains(">15</sum>");
            manyAnswersAreRight("FlowNoDep");

            assertThat(server().calls()).hasSize(CLIENTS * REQUESTS + 1).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactlyInAnyOrder("1", "2", "3", "4", "5"));
        });
    }

    @Test
    void shouldCallPartnersOneAfterTheOtherWhereTheMulticastIsNotParallel() throws Exception {
        String text =
                server().file("flow-no-dep.yaml").replace("parallelProcessing: true", "parallelProcessing: false");
        assertThat(server().deployText("OneByOne", text).statusCode()).isEqualTo(201);
        server().clearCalls();

        assertThat(server().order("OneByOne", "a").body()).contains(">15</sum>");

        assertThat(server().calls().get("a")).containsExactly("1", "2", "3", "4", "5");
        assertThat(server().undeploy("OneByOne").statusCode()).isEqualTo(204);
    }

    /** A group of two messages behind a queue: of one order alone nothing is done, though its client has the answer. */
    @Test
    void shouldCountWhatWaitsInQueuesAndGroupsAsUnderWay() throws Exception {
        assertThat(server().deploy("Handed", "handed.yaml").statusCode()).isEqualTo(201);
        long before = server().statistic("instancesCompleted");

        assertThat(server().order("Handed", "a").body())
                .as("the parameter threads")
                .contains(">20</sum>");
        server().await("messagesUnderWay", 1);

        assertThat(server().statistic("instancesActive")).isEqualTo(1);
        assertThat(server().statistic("instancesCompleted")).isEqualTo(before);

        assertThat(server().order("Handed", "b").statusCode()).isEqualTo(200);
        server().await("messagesUnderWay", 0);

        assertThat(server().statistic("instancesActive")).isZero();
        assertThat(server().statistic("instancesCompleted")).isEqualTo(before + 2);
        assertThat(server().undeploy("Handed").statusCode()).isEqualTo(204);
    }

    @Test
    void shouldRunALoop() throws Exception {
        deployed("While", "while", () -> {
            server().clearCalls();

            manyAnswersAreRight("While");

            assertThat(server().calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("0", "1", "2", "3", "4"));
        });
    }

    /** The answer is right all the same: only the calls show it. */
    @Test
    void shouldLetThePartnerSeeACallThatIsRepeated() throws Exception {
        deployed("Again", "again", () -> {
            server().clearCalls();

            assertThat(server().order("Again", "a").body()).contains(">15</sum>");

            assertThat(server().calls().get("a")).containsExactly("1", "2", "3", "4", "4", "5");
        });
    }

    @Test
    void shouldRefuseRoutesThatCannotRun() throws Exception {
        String sequential = server().file("sequential.yaml");
        assertThat(refused(sequential.replace("client:order", "client:other")))
                .contains("no route of process.yaml begins at client:order");
        assertThat(refused(sequential.replace("- setVariable:", "- setVariabel:")))
                .contains("setVariabel");
        assertThat(refused(sequential.replace("partner:quote/price", "partner:quotation/price")))
                .contains("\"quotation\" is no partner of the process; its partners are quote");
        assertThat(refused(sequential.replace("partner:quote/price", "partner:quote/cost")))
                .contains("partner quote has no operation \"cost\"; it has price");
        assertThat(refused(sequential.replace("client:answer", "client:reply"))).contains("client:reply is no place");
        assertThat(refused("- route: {")).startsWith("Camel refuses process.yaml: ");
    }

    private String refused(String text) throws Exception {
        HttpResponse<String> answer = server().deployText("Refused", text);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        return answer.body();
    }

    @Test
    void shouldNameAValueThatARouteForgets() throws Exception {
        String text = server().file("sequential.yaml").replace("              step: 3\n", "");
        assertThat(server().deployText("Forgets", text).statusCode()).isEqualTo(201);

        HttpResponse<String> answer = server().order("Forgets", "a");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("the request to partner quote has the values id, step, and the route gives id");
        assertThat(server().undeploy("Forgets").statusCode()).isEqualTo(204);
    }

    /** A process may have the name of one before it, whose routes are still in use. */
    @Test
    void shouldRemoveAProcessWhileARequestIsOpen() throws Exception {
        try (EngineFixture other = engine(Map.of())) {
            other.ready();
            assertThat(other.deploy("Sequential", "sequential.yaml").statusCode())
                    .isEqualTo(201);
            CompletableFuture<HttpResponse<String>> open = sent(other, "Sequential", "held");
            other.awaitHeld(1);

            CompletableFuture<HttpResponse<String>> removed = CompletableFuture.supplyAsync(() -> {
                try {
                    return other.undeploy("Sequential");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });

            assertThat(removed.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
            other.release();
            assertThat(open.get(60, TimeUnit.SECONDS).statusCode()).isIn(200, 500);
            assertThat(other.deploy("Sequential", "sequential.yaml").statusCode())
                    .isEqualTo(201);
            assertThat(other.order("Sequential", "a").body()).contains(">15</sum>");
        }
    }

    @Test
    void shouldReportItsEffectiveSettings() throws Exception {
        deployed("Sequential", "sequential", () -> {
            assertThat(server().statistic("setting.poolSize")).isEqualTo(20);
            assertThat(server().statistic("setting.maxPoolSize")).isEqualTo(20);
        });
    }

    @Test
    void shouldRefuseVirtualThreadsWhereJavaHasNone() throws Exception {
        try (EngineFixture other = engine(Map.of("--virtual-threads", "true"))) {
            if (Runtime.version().feature() < 21) {
                assertThat(other.end()).isEqualTo(2);
                assertThat(other.errors()).contains("virtual threads need Java 21, and this is Java 17");
            } else {
                other.ready();
                assertThat(other.deploy("FlowNoDep", "flow-no-dep.yaml").statusCode())
                        .isEqualTo(201);
                assertThat(other.order("FlowNoDep", "together").body()).contains(">15</sum>");
            }
        }
    }

    @Test
    void shouldRefuseWrongOptions() throws Exception {
        try (EngineFixture refused = engine(Map.of("--partner-connections", "0"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors()).contains("--partner-connections=0 is too small; the least is 1");
        }
    }
}
