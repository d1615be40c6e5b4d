package io.soabench.orchestra.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ow2.orchestra.facade.uuid.ProcessDefinitionUUID;
import org.ow2.orchestra.services.OperationKey;

@Timeout(60)
class ServiceDoorTest {

    private static final QName NAME = new QName("urn:test:greeter", "person");
    private static final ServiceOperation OPERATION =
            new ServiceOperation(new OperationKey(NAME, NAME, "greet"), false, false, NAME, "", "", List.of(), false);
    private static final DeployedProcess PROCESS =
            new DeployedProcess("/processes/P", new ProcessDefinitionUUID("1"), List.of(OPERATION));

    private final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();

    private static HttpRequest request(String method, String path) {
        return new HttpRequest(method, path, "", OrchestraFixture.person("Ada").getBytes(StandardCharsets.UTF_8));
    }

    private HttpReply next() throws InterruptedException {
        HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
        assertThat(reply).as("an answer within 30 s").isNotNull();
        return reply;
    }

    @Test
    void shouldRefuseAtOnceWhenThreadsAndQueueAreFull() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ServiceDoor door = new ServiceDoor(
                (operation, body, timeoutMs) -> {
                    entered.countDown();
                    awaited(go);
                    return new byte[] {1};
                },
                1,
                1,
                1_000)) {
            door.offer(PROCESS);
            door.handle(request("POST", "/processes/P"), replies::add);
            awaited(entered);
            door.handle(request("POST", "/processes/P"), replies::add);

            door.handle(request("POST", "/processes/P"), replies::add);

            assertThat(next().status()).isEqualTo(503);
            go.countDown();
            assertThat(next().status()).isEqualTo(200);
            assertThat(next().status()).isEqualTo(200);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Test
    void shouldAnswerWhateverHappens() throws InterruptedException {
        for (Map.Entry<Throwable, String> thrown : Map.<Throwable, String>of(
                        new IllegalStateException("inside"),
                        "inside",
                        new IllegalAccessError("closed module"),
                        "closed module",
                        new SoapFault(SoapFault.Code.SERVER, "late"),
                        "late")
                .entrySet()) {
            try (ServiceDoor door = new ServiceDoor(
                    (operation, body, timeoutMs) -> {
                        throw ServiceDoorTest.<RuntimeException>unchecked(thrown.getKey());
                    },
                    1,
                    1,
                    1_000)) {
                door.offer(PROCESS);
                door.handle(request("POST", "/processes/P"), replies::add);

                HttpReply reply = next();
                assertThat(reply.status()).isEqualTo(500);
                assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("soap:Server", thrown.getValue());
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // throws a checked exception as it is
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void shouldTellOtherPathsMethodsAndTheEnd() throws InterruptedException {
        try (ServiceDoor door = new ServiceDoor((operation, body, timeoutMs) -> new byte[] {1}, 1, 1, 1_000)) {
            door.offer(PROCESS);
            door.handle(request("POST", "/processes/Q"), replies::add);
            assertThat(next().status()).isEqualTo(404);
            door.handle(request("GET", "/processes/P"), replies::add);
            assertThat(next().status()).isEqualTo(405);
            door.drain(1_000);
            door.handle(request("POST", "/processes/P"), replies::add);
            assertThat(next().status()).isEqualTo(503);
        }
    }
}
