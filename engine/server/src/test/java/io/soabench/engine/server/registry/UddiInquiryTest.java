package io.soabench.engine.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.PartnerRegistry;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
}
