package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AdminHandlerTest {

    @TempDir
    Path work;

    private final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();
    /** The numbers of folders after each deployment. */
    private final long[] folders = new long[2];

    private record Offered(String path, String id) implements LibraryEngine.Deployed {}

    /** An engine that fails at its first deployment with an error of its own. */
    private static final class BadEngine implements LibraryEngine<Offered> {

        private final Throwable first;
        private boolean failed;

        BadEngine(Throwable first) {
            this.first = first;
        }

        @Override
        public Offered deploy(Path folder) throws FrontRefused {
            if (failed) {
                return new Offered("/processes/P", "P:1");
            }
            failed = true;
            if (first instanceof FrontRefused refused) {
                throw refused;
            }
            if (first instanceof RuntimeException exception) {
                throw exception;
            }
            throw (Error) first;
        }

        @Override
        public CompletionStage<byte[]> call(Offered process, byte[] envelope, String soapAction, long timeoutMs) {
            return CompletableFuture.completedFuture(envelope);
        }

        @Override
        public void undeploy(Offered process) {
            // Nothing is kept.
        }

        @Override
        public Map<String, Object> statistics() {
            if (first instanceof ArithmeticException failure) {
                throw failure;
            }
            return Map.of();
        }

        @Override
        public void instances(InstanceLines lines) {
            throw new IllegalStateException("no table");
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("process.txt"));
            zip.write(1);
        }
        return bytes.toByteArray();
    }

    /** Returns the number of folders of packages. */
    private long folders() throws IOException {
        try (Stream<Path> all = Files.list(work)) {
            return all.count();
        }
    }

    private String[] twoDeployments(Throwable first) throws Exception {
        BadEngine engine = new BadEngine(first);
        String[] answers = new String[2];
        try (ServiceHandler<Offered> services = new ServiceHandler<>(engine, 1, 1, 1, 1_000);
                AdminHandler<Offered> handler = new AdminHandler<>(engine, services, work)) {
            for (int i = 0; i < answers.length; i++) {
                handler.handle(new HttpRequest("PUT", "/deployments/P", "", archive()), replies::add);
                HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
                assertThat(reply).as("an answer within 30 s").isNotNull();
                answers[i] = reply.status() + " " + new String(reply.body(), StandardCharsets.UTF_8);
                folders[i] = folders();
            }
        }
        return answers;
    }

    @Test
    void shouldAnswerWhenAnEngineFailsWithoutARefusalAndTakeTheNextDeployment() throws Exception {
        assertThat(twoDeployments(new IllegalStateException("no room")))
                .containsExactly("422 the engine failed: no room\n", "201 P:1 at /processes/P\n");
        assertThat(twoDeployments(new NoClassDefFoundError("org/example/Lacking")))
                .containsExactly("422 the engine failed: org/example/Lacking\n", "201 P:1 at /processes/P\n");
        assertThat(twoDeployments(new StackOverflowError()))
                .containsExactly("422 the engine failed: StackOverflowError\n", "201 P:1 at /processes/P\n");
        assertThat(twoDeployments(new OutOfMemoryError("Java heap space")))
                .containsExactly("422 the engine failed: Java heap space\n", "201 P:1 at /processes/P\n");
    }

    @Test
    void shouldPassOnARefusal() throws Exception {
        assertThat(twoDeployments(new FrontRefused("line 3 is wrong")))
                .containsExactly("422 line 3 is wrong\n", "201 P:1 at /processes/P\n");
        assertThat(folders).as("a folder for what is deployed alone").containsExactly(0, 1);
    }

    private String got(Throwable first, String path) throws Exception {
        BadEngine engine = new BadEngine(first);
        try (ServiceHandler<Offered> services = new ServiceHandler<>(engine, 1, 1, 1, 1_000);
                AdminHandler<Offered> handler = new AdminHandler<>(engine, services, work)) {
            handler.handle(new HttpRequest("GET", path, "", new byte[0]), replies::add);
            HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
            assertThat(reply).as("an answer within 30 s").isNotNull();
            return reply.status() + " " + new String(reply.body(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldAnswerWhenAnEngineFailsToReport() throws Exception {
        assertThat(got(new StackOverflowError(), "/instances")).isEqualTo("500 the engine failed: no table\n");
        assertThat(got(new ArithmeticException("too many"), "/statistics"))
                .isEqualTo("500 the engine failed: too many\n");
    }
}
