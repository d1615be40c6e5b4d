package io.soabench.engine.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.soabench.engine.runtime.kernel.PartnerRegistry;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class UddiInquiryTest {
    @Test
    void shouldAnswerThatNobodyIsKnownWhenItFails() throws Exception {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        UddiInquiry inquiry = new UddiInquiry(Duration.ofSeconds(1), () -> {
            throw new NoClassDefFoundError("as if a class were missing");
        });
        try {
            PartnerRegistry registry = inquiry.at("http://127.0.0.1:1/inquiry");

            registry.find(new QualifiedName("urn:test", "PortType"), answer::complete);

            assertThat(answer).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(List.of());
        } finally {
            inquiry.close();
        }
    }

    private static List<String> ask(PartnerRegistry registry) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        registry.find(new QualifiedName("urn:test", "PortType"), answer::complete);
        assertThat(answer).succeedsWithin(Duration.ofSeconds(60));
        return answer.join();
    }

    @Test
    void shouldAskAgainAfterTheThreadOfItsClientHasEnded() throws Exception {
        AtomicInteger questions = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            questions.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        UddiInquiry inquiry = new UddiInquiry(Duration.ofSeconds(2), UddiInquiryTest::trust);
        try {
            PartnerRegistry registry =
                    inquiry.at("http://127.0.0.1:" + server.getAddress().getPort() + "/inquiry");
            assertThat(ask(registry)).isEmpty();
            assertThat(questions).hasValue(1);

            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("HttpClient"))
                    .forEach(Thread::interrupt);
            assertThat(ask(registry)).isEmpty();

            int before = questions.get();
            assertThat(ask(registry)).isEmpty();
            assertThat(questions).hasValue(before + 1);
        } finally {
            inquiry.close();
            server.stop(0);
        }
    }

    private static SSLContext trust() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
