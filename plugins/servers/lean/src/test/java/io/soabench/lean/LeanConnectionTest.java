package io.soabench.lean;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.HttpServerCodec;
import io.soabench.mock.CallLog;
import io.soabench.mock.Callbacks;
import io.soabench.mock.LoadedMockFixture;
import io.soabench.mock.MockServices;
import io.soabench.plan.HostClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection without a socket. */
class LeanConnectionTest {

    @TempDir
    private Path folder;

    private static byte[] request(String body) {
        return ("POST /services/stock-1 HTTP/1.1\r\nHost: here\r\nContent-Type: text/xml\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldNotWaitForRequestsBehindASilentOne() throws Exception {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of("k.1.1\t0!n 0 0"));
        Path log = folder.resolve("calls.csv");
        HostClock clock = HostClock.system();
        MockServices services = MockServices.load(List.of(stock));
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        HostConnections open = new HostConnections(loops);
        try (CallLog calls = CallLog.open(log)) {
            EmbeddedChannel channel = new EmbeddedChannel(
                    new HttpServerCodec(),
                    new LeanConnection(services, null, calls, new Callbacks(services, clock, calls), clock, open));
            byte[] request = request(LoadedMockFixture.quote("k.1.1"));

            channel.writeInbound(Unpooled.wrappedBuffer(request, request));
            channel.writeInbound(Unpooled.wrappedBuffer(request));

            assertThat(channel.isOpen()).isTrue();
            assertThat(open.unanswered()).isZero();
            assertThat(channel.<Object>readOutbound()).isNull();
            channel.close().syncUninterruptibly();
            assertThat(open.unanswered()).isZero();
        } finally {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
        }
        assertThat(Files.readAllLines(log))
                .as("the header and each request once")
                .hasSize(4);
    }
}
