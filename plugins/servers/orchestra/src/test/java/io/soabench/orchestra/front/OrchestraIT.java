package io.soabench.orchestra.front;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real Orchestra, started by the data of its server type. It stands on the class path, because the front is built on it. */
@Tag("it")
@Tag("slow")
@Timeout(600)
class OrchestraIT {

    private static final int CLIENTS = 4;
    private static final int REQUESTS = 5;
    private static final byte[] NOTHING = {};

    @TempDir
    static Path folder;

    private static HttpServer partner;
    private static OrchestraFixture server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        partner = OrchestraFixture.partner();
        server = new OrchestraFixture(folder, Map.of());
        server.ready();
    }

    @AfterAll
    static void stop() {
        server.close();
        partner.stop(0);
    }

    private static byte[] greeter(Path bpel) throws IOException {
        return OrchestraFixture.zip(folder, OrchestraFixture.greeter(bpel, address()));
    }

    private static String address() {
        return "http://127.0.0.1:" + partner.getAddress().getPort() + "/salute";
    }

    private static long statistic(String name) throws Exception {
        Matcher matcher = Pattern.compile('"' + name + "\" : (\\d+)")
                .matcher(server.admin("GET", "/statistics", NOTHING).body());
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void shouldRunAProcessForSeveralClients() throws Exception {
        long begun = statistic("instancesStarted");
        long completed = statistic("instancesCompleted");
        long faulted = statistic("instancesFaulted");

        HttpResponse<String> deployment = server.admin("PUT", "/deployments/Greeter", greeter(null));
        assertThat(deployment.statusCode()).as(deployment.body()).isEqualTo(201);
        assertThat(server.admin("GET", "/deployments/Greeter", NOTHING).statusCode())
                .isEqualTo(200);
        assertThat(server.admin("PUT", "/deployments/Greeter", NOTHING).statusCode())
                .isEqualTo(409);

        for (Future<List<String>> answers : greetings()) {
            assertThat(answers.get(300, TimeUnit.SECONDS)).isEmpty();
        }
        assertThat(statistic("instancesStarted") - begun).isEqualTo(CLIENTS * REQUESTS);
        assertThat(statistic("instancesCompleted") - completed).isEqualTo(CLIENTS * REQUESTS);

        HttpResponse<String> stranger = server.call("/processes/Greeter", OrchestraFixture.person("nobody"));
        assertThat(stranger.statusCode()).isEqualTo(500);
        assertThat(stranger.body()).contains("<faultstring>{urn:test:greeter}stranger</faultstring>", ">nobody</");

        HttpResponse<String> mallory = server.call("/processes/Greeter", OrchestraFixture.person("Mallory"));
        assertThat(mallory.statusCode()).isEqualTo(500);
        assertThat(mallory.body()).contains("<faultcode>soap:Server</faultcode>");
        assertThat(statistic("instancesFaulted") - faulted).isEqualTo(1);

        assertThat(server.call("/processes/Greeter", "<nonsense/>").body()).contains("soap:Client");
        assertThat(server.call("/processes/Greeter", " ".repeat(20_001)).statusCode())
                .isEqualTo(413);

        assertThat(server.admin("DELETE", "/deployments/Greeter", NOTHING).statusCode())
                .isEqualTo(204);
        assertThat(server.admin("GET", "/deployments/Greeter", NOTHING).statusCode())
                .isEqualTo(404);
        assertThat(server.call("/processes/Greeter", OrchestraFixture.person("Ada"))
                        .statusCode())
                .isEqualTo(404);
    }

    /** Orchestra takes the name of a fault from {@code faultcode}, where partners have {@code soap:Server}. */
    @Test
    void shouldCatchTheDeclaredFaultOfAPartner() throws Exception {
        HttpServer stock = OrchestraFixture.stock();
        try {
            ProcessSource source = OrchestraFixture.catching(
                    "http://127.0.0.1:" + stock.getAddress().getPort() + "/stock");
            HttpResponse<String> deployment =
                    server.admin("PUT", "/deployments/Order", OrchestraFixture.zip(folder, source));
            assertThat(deployment.statusCode()).as(deployment.body()).isEqualTo(201);

            assertThat(server.call("/processes/Order", OrchestraFixture.order("o1", 2))
                            .body())
                    .contains(">o1<", ">taken<");
            assertThat(server.call("/processes/Order", OrchestraFixture.order("o2", 9))
                            .body())
                    .as("a fault that the partner declares")
                    .contains(">o2<", ">left: 4<");
            assertThat(server.call("/processes/Order", OrchestraFixture.order("o3", 0))
                            .body())
                    .as("a fault that the partner does not declare")
                    .contains(">o3<", ">another fault<");

            assertThat(server.admin("DELETE", "/deployments/Order", NOTHING).statusCode())
                    .isEqualTo(204);
        } finally {
            stock.stop(0);
        }
    }

    /** What was wrong, by client. */
    private static List<Future<List<String>>> greetings() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        List<Callable<List<String>>> clients = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            String client = "C" + c;
            clients.add(() -> {
                List<String> wrong = new ArrayList<>();
                for (int r = 0; r < REQUESTS; r++) {
                    String name = client + '-' + r;
                    HttpResponse<String> answer = server.call("/processes/Greeter", OrchestraFixture.person(name));
                    if (answer.statusCode() != 200
                            || !answer.body().contains(">Hello " + name + ", Hello " + name + "!<")) {
                        wrong.add(answer.statusCode() + " " + answer.body());
                    }
                }
                return wrong;
            });
        }
        try {
            return pool.invokeAll(clients);
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void shouldTellWhyOrchestraRefusesAProcess() throws Exception {
        Path broken = Files.writeString(
                folder.resolve("broken.bpel"),
                Files.readString(OrchestraFixture.resource("greeter.bpel"))
                        .replace("partnerLink=\"salutation\"", "partnerLink=\"missing\""));

        HttpResponse<String> refused = server.admin("PUT", "/deployments/Broken", greeter(broken));

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body())
                .startsWith("Orchestra refuses greeter.bpel: ")
                .contains("No partnerLink missing defined.");
        assertThat(server.admin("GET", "/deployments/Broken", NOTHING).statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldRefuseWhatIsNoPackage() throws Exception {
        assertThat(server.admin("PUT", "/deployments/Nothing", new byte[] {1, 2, 3})
                        .body())
                .isEqualTo("the archive is no zip, or holds no file\n");
    }

    @Test
    void shouldRefuseTwoAddressesForOnePortType() throws Exception {
        ProcessSource one = OrchestraFixture.greeter(null, address());
        List<ProcessSource.Invoked> two = new ArrayList<>(one.invoked());
        two.add(new ProcessSource.Invoked(
                "second", "urn:test:salutation", "SalutationService", "SalutationPort", "http://127.0.0.1/other"));
        ProcessSource source = new ProcessSource(
                one.name(), one.bpel(), one.documents(), one.targetNamespace(), one.processName(), one.provided(), two);

        HttpResponse<String> refused = server.admin("PUT", "/deployments/Two", OrchestraFixture.zip(folder, source));

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body())
                .contains("partner links salutation and second have the same port type", "http://127.0.0.1/other");
    }

    @Test
    void shouldEndWithASentenceWhenThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OrchestraFixture second = new OrchestraFixture(folder, Map.of(), taken.getLocalPort())) {
            assertThat(second.end()).isEqualTo(2);
            assertThat(second.errors()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ");
        }
    }

    @Test
    void shouldKeepInstancesInAFileAndEndWithZeroWhenAsked() throws Exception {
        try (OrchestraFixture second = new OrchestraFixture(folder, Map.of("database", "file"))) {
            second.ready();
            assertThat(second.admin("PUT", "/deployments/Greeter", greeter(null))
                            .statusCode())
                    .isEqualTo(201);
            assertThat(second.call("/processes/Greeter", OrchestraFixture.person("Ada"))
                            .body())
                    .contains(">Hello Ada, Hello Ada!<");
            assertThat(second.stop()).isZero();
        }
    }

    /** Each transaction holds a connection and asks for a second one. */
    @Test
    void shouldAnswerMoreClientsThanThereAreConnections() throws Exception {
        Map<String, String> few = Map.of("http-threads", "40", "connections", "14");
        ExecutorService pool = Executors.newFixedThreadPool(40);
        try (OrchestraFixture second = new OrchestraFixture(folder, few)) {
            second.ready();
            assertThat(second.admin("PUT", "/deployments/Greeter", greeter(null))
                            .statusCode())
                    .isEqualTo(201);
            List<Callable<String>> requests = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                String name = "C" + i;
                requests.add(() -> second.call("/processes/Greeter", OrchestraFixture.person(name))
                        .body());
            }
            List<Future<String>> answers = pool.invokeAll(requests, 300, TimeUnit.SECONDS);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).isCancelled())
                        .as("no answer for C" + i)
                        .isFalse();
                assertThat(answers.get(i).get()).contains(">Hello C" + i + ", Hello C" + i + "!<");
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void shouldNameTheOptionThatIsWrong() throws Exception {
        try (OrchestraFixture second = new OrchestraFixture(folder, Map.of("connections", "1"))) {
            assertThat(second.end()).isEqualTo(2);
            assertThat(second.errors()).contains("--connections=1 is too small; the least is 2");
        }
    }
}
