package io.soabench.juddi;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.QualifiedName;
import io.soabench.engine.server.registry.UddiInquiry;
import io.soabench.plugin.Publication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** jUDDI itself: started, filled and stopped as its lifecycle says, asked by jUDDI's own client and by the engine's. */
@Tag("it")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class JuddiProgramIT {

    private static final String NAMESPACE = "urn:test:quotes?a=1&b";
    private static final String QUOTE = "{" + NAMESPACE + "}Quote";

    @TempDir
    Path folder;

    private static List<String> foundByTheEngine(String inquiry) throws Exception {
        SSLContext trust = SSLContext.getDefault();
        try (UddiInquiry engine = new UddiInquiry(Duration.ofSeconds(20), () -> trust)) {
            CompletableFuture<List<String>> answer = new CompletableFuture<>();
            engine.at(inquiry).find(new QualifiedName(NAMESPACE, "Quote"), answer::complete);
            return answer.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldTellWhereServicesArePublished() throws Exception {
        try (JuddiFixture juddi = new JuddiFixture(folder)) {
            JuddiClient client = new JuddiClient(folder, juddi.inquiry());
            assertThat(client.find(NAMESPACE, "Quote")).isEmpty();

            juddi.publish(new Publication("quotes-1", "http://127.0.0.1:1/quotes-1?a=1&b=2", QUOTE));
            juddi.publish(new Publication("offers-1", "http://127.0.0.1:1/offers-1", "{urn:test:offers}Quote"));

            assertThat(client.find(NAMESPACE, "Quote")).containsExactly("http://127.0.0.1:1/quotes-1?a=1&b=2");

            juddi.publish(new Publication("quotes-2", "http://127.0.0.1:2/quotes-2", QUOTE));
            juddi.publish(new Publication("quotes-1", "http://127.0.0.1:3/quotes-1", QUOTE));

            assertThat(client.find(NAMESPACE, "Quote"))
                    .containsExactlyInAnyOrder("http://127.0.0.1:3/quotes-1", "http://127.0.0.1:2/quotes-2");
            assertThat(foundByTheEngine(juddi.inquiry()))
                    .containsExactlyInAnyOrder("http://127.0.0.1:3/quotes-1", "http://127.0.0.1:2/quotes-2");
            assertThat(client.find("urn:test:offers", "Quote")).containsExactly("http://127.0.0.1:1/offers-1");

            assertThat(juddi.stop()).isTrue();
            assertThat(juddi.process().exitValue()).isZero();
            assertThat(juddi.errors()).isEmpty();
            assertThat(juddi.log())
                    .contains("jUDDI registry started successfully")
                    .doesNotContain("SEVERE");
        }
    }

    @Test
    void shouldSayThatItsPortIsTaken() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                JuddiFixture juddi = new JuddiFixture(folder, taken.getLocalPort())) {
            assertThat(juddi.process().waitFor(120, TimeUnit.SECONDS)).isTrue();

            assertThat(juddi.process().exitValue()).isEqualTo(2);
            assertThat(juddi.errors())
                    .startsWith("cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasLineCount(1);
        }
    }
}
