package io.soabench.activevos;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerTypes;
import io.soabench.plugin.Template;
import io.soabench.testing.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program, operated by nothing but the data of the server type, on an installation with {@link StandInTomcat}. */
@Tag("it")
@Timeout(600)
class ActiveVosProgramIT {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final String JAVA = System.getProperty("java.home");

    @TempDir
    Path folder;

    private final Lifecycle life = new ActiveVosServerType().lifecycle();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HostClock clock = HostClock.system();
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> parameters = new HashMap<>(
            Map.of("java-home", JAVA, "heap", "67108864", "jvm-options", "-Da=b -XX:TieredStopAtLevel=1"));
    private Path home;
    private Process process;

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("tomcat");
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("bpr"));
        Files.createDirectories(home.resolve("conf"));
        int port = TestPorts.next();
        Files.writeString(
                home.resolve("bin/catalina.sh"),
                "[ \"$1\" = run ] || exit 7\nexec \"$JAVA_HOME/bin/java\" $CATALINA_OPTS -cp '"
                        + System.getProperty("java.class.path") + "' " + StandInTomcat.class.getName() + "\n");
        Files.writeString(
                home.resolve("conf/server.xml"),
                "<Server><!-- <Connector redirectPort=\"2\" port=\"1\"/> --><Service><Connector port=\"" + port
                        + "\"/></Service></Server>\n");
        parameters.put("home", home.toString());
        values.putAll(Map.of(
                "java", Path.of(JAVA, "bin", "java").toString(),
                "address", "127.0.0.1",
                "port:http", Integer.toString(port),
                "port:admin", Integer.toString(TestPorts.next()),
                "process", "Order",
                "classpath:front", System.getProperty("java.class.path")));
    }

    @AfterEach
    void kill() throws InterruptedException {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private void start() throws IOException {
        process = new ProcessBuilder(Placeholders.arguments(
                        life.start().arguments(),
                        name -> name.startsWith("param:")
                                ? Placeholders.parameter(name, parameters)
                                : values.get(name)))
                .redirectOutput(folder.resolve("stdout.log").toFile())
                .redirectError(folder.resolve("stderr.log").toFile())
                .start();
    }

    private int status(String method, String url, byte[] body) {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create(Template.fill(url, values::get)))
                                    .timeout(Duration.ofSeconds(60))
                                    .method(method, BodyPublishers.ofByteArray(body))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private boolean holds(Lifecycle.Probe probe) {
        return status("GET", probe.url(), new byte[0]) == probe.status();
    }

    private void await(BooleanSupplier wished) throws InterruptedException {
        long endNs = clock.epochNanos() + DEADLINE.toNanos();
        while (!wished.getAsBoolean()) {
            assertThat(clock.epochNanos()).as("within " + DEADLINE).isLessThan(endNs);
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    private List<String> archives() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("bpr"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static byte[] archive() throws IOException {
        // As a driver packs it; what is in it is the matter of other tests.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("META-INF/pdd/Order.pdd"));
            zip.write("<myRole allowedRoles=\"\" binding=\"MSG\" service=\"Order\"/>".getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldOperateAnInstallation() throws Exception {
        Files.writeString(home.resolve("bpr/soabench-Old.bpr"), "left by a run that was killed");
        Files.writeString(home.resolve("bpr/users.bpr.txt"), "the user's own");

        start();
        await(() -> holds(life.ready()));
        assertThat(archives()).containsExactly("users.bpr.txt");
        assertThat(Files.readString(folder.resolve("stdout.log")))
                .contains("options -Xms64m -Xmx64m -Da=b -XX:TieredStopAtLevel=1");

        HttpAction deploy = life.deploy().get(0);
        byte[] archive = archive();
        assertThat(holds(life.deployed())).isFalse();
        assertThat(deploy.expected()).containsExactly(status(deploy.method(), deploy.url(), archive));
        await(() -> holds(life.deployed()));
        assertThat(home.resolve("bpr/soabench-Order.bpr")).hasBinaryContent(archive);

        HttpAction undeploy = life.undeploy().get(0);
        assertThat(undeploy.expected()).containsExactly(status(undeploy.method(), undeploy.url(), new byte[0]));
        assertThat(holds(life.deployed())).isFalse();
        assertThat(status("DELETE", undeploy.url(), new byte[0])).isEqualTo(404);
        assertThat(status("PUT", deploy.url().replace("${process}", "..%2Fx"), archive))
                .isEqualTo(404);

        assertThat(status(deploy.method(), deploy.url(), archive)).isEqualTo(201);
        ProcessHandle tomcat = process.descendants().findFirst().orElseThrow();
        process.destroy();
        assertThat(process.waitFor(life.stop().graceMs(), TimeUnit.MILLISECONDS))
                .isTrue();
        await(() -> !tomcat.isAlive());
        assertThat(archives()).containsExactly("users.bpr.txt");
    }

    @Test
    void shouldEndWhenTheTomcatEnds() throws Exception {
        start();
        await(() -> holds(life.ready()));

        process.descendants().forEach(ProcessHandle::destroyForcibly);

        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(Files.readString(folder.resolve("stderr.log"))).contains("ended with exit status 137");
    }

    @Test
    void shouldSayWhatIsWrongWithAnInstallation() throws Exception {
        String port = values.put("port:http", "9");
        Files.delete(home.resolve("bpr"));

        start();

        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readAllLines(folder.resolve("stderr.log")))
                .containsExactly(
                        home.resolve("bpr") + " is no folder in which files can be placed; install the engine in "
                                + home + ", or change the folder's owner",
                        home.resolve("conf/server.xml") + " has no connector on port 9, only on " + port
                                + "; give the server in the model: port http N");
        assertThat(new Installation(folder.resolve("no")).problems(9))
                .containsExactly(
                        folder.resolve("no") + " has no bin/catalina.sh; the parameter home names the folder of the"
                                + " Tomcat in which the engine is installed");
    }

    @Test
    void shouldBeInTheCatalogueAndSayThatItWasNeverTried() {
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsOnlyKeys("activevos");
        assertThat(new ActiveVosServerType().notice()).contains("never run against the engine");
    }
}
