package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases and secrets on other hosts, on which a user without privileges works: two emulated hosts beside those that a user may have. Skipped
 * without root, network namespaces or an Ansible that {@code SOABENCH_ANSIBLE} names.
 */
@Order(Measuring.LONG)
@Timeout(600)
final class OtherHostsIT {

    private static final EmulatedHosts HOSTS = new EmulatedHosts("soabothr", "10.81.0");

    /** The user without privileges of these hosts. */
    private static final String USER = "bench";

    private static final String DIRECTORY = "/var/tmp/soabench-kept";

    private static final long LEAST_BYTES = 20_000_000;

    private static final String KEPT =
            """
            testbed kept "An engine on one host, its database on another"
            seed 2010
            service type Partner from "www2010/wsdl/partner.wsdl"
            service partner : Partner {
                response time 0 s
                answers "p:answer/p:number" uniform(1, 100)
                uiid from "p:request/p:id" step "p:request/p:step"
            }
            process Sequential {
                bpel "www2010/bpel/sequential.bpel"
                bpmn "bpmn/sequential-kept.bpmn"
                partner partner -> partner
                uiid to "o:order/o:id"
                check "www2010/data/order.xml" answers "www2010/data/total.xml"
            }
            host lab   { HOST1 }
            host store { HOST2 }
            server db    : postgresql on store { shared-buffers 16 MiB  settings "jit=off" }
            server ops   : operaton on lab {
                heap 256 MiB  jvm-options "-XX:TieredStopAtLevel=1"
                history none  profile tuned  database db  job-wait 100 ms
            }
            server mocks : lean on store { serves partner }
            workload few closed { clients 2  think time 50 ms }
            metric cpu-time  of db { total }
            metric disk-size of db { max }
            suite Kept {
                repeat 2  warm up 1 s  measure 2 s  time-out 20 s
                case on ops for process in (Sequential), workload in (few) from store
            }
            report csv
            """;

    private static final String SECRETS = ".soabench/secrets";
    private static final String KEY = "k3y-that-nobody-may-see";
    private static final String PASSWORD = "passw0rd-that-nobody-may-see";
    private static final String PAIR = pair("anna:" + PASSWORD);

    @TempDir
    private Path folder;

    @BeforeAll
    static void startHosts() throws IOException, InterruptedException {
        HOSTS.up(2);
    }

    @AfterAll
    static void endHosts() throws IOException, InterruptedException {
        HOSTS.down();
    }

    private static String pair(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What the model says of a host. */
    private static String host(int number) {
        return "address \"" + HOSTS.net() + "." + (10 + number) + "\"  user \"" + USER + "\"  key \""
                + HOSTS.state().resolve("key") + "\"  java \"" + System.getProperty("java.home") + "\"  directory \""
                + DIRECTORY + "\"";
    }

    private static String[] options(String model) {
        List<String> options = new ArrayList<>(List.of("-Dtestbed=" + model, "-Dsoabench.output=out", Measuring.ONCE));
        options.addAll(HOSTS.options());
        return options.toArray(String[]::new);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    // ---- a database

    @Test
    void shouldKeepInstancesInADatabaseOfAnotherHost() throws Exception {
        assumeTrue(
                Files.isDirectory(Path.of("/usr/lib/postgresql")) || Boolean.getBoolean("soabench.postgresql.required"),
                "PostgreSQL is not installed");
        Examples.copy(
                "www2010",
                List.of(
                        "bpel/sequential.bpel",
                        "wsdl/order.wsdl",
                        "wsdl/partner.wsdl",
                        "data/order.xml",
                        "data/total.xml"),
                folder.resolve("www2010"));
        Examples.copy("engines", List.of("bpmn/sequential-kept.bpmn"), folder);
        Files.writeString(
                folder.resolve("kept.testbed"), KEPT.replace("HOST1", host(1)).replace("HOST2", host(2)));

        Measuring.ran(() -> MavenCommand.outcome(folder, "run", options("kept.testbed")));

        Path run = folder.resolve("out/kept/runs/latest").toRealPath();
        for (int number = 1; number <= 2; number++) {
            assertThatInstancesWereKept(run.resolve("cases/Sequential-few-ops/" + number));
        }
        assertThat(Results.rows(run, "select distinct outcome from v_request")).containsExactly("OK");
        assertThat(Files.readString(run.resolve("environment.json")))
                .contains("forces each commit to disk (PostgreSQL, fsync on)");
        assertThat(names(HOSTS.file(2, "var/tmp"))).containsExactly("soabench-kept");
        assertThat(HOSTS.file(2, DIRECTORY.substring(1)).resolve("run")).doesNotExist();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(DIRECTORY)))
                .isEmpty();
    }

    /** Each repetition has a cluster of its own, which its user makes and removes. */
    private static void assertThatInstancesWereKept(Path repetition) throws IOException {
        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).isEmpty();
        assertThat(record.servers()).extracting(ServerRecord::stopped).containsOnly(ServerEnd.ASKED);
        assertThat(record.servers())
                .filteredOn(server -> server.name().equals("db"))
                .singleElement()
                .satisfies(db -> {
                    assertThat(db.host()).isEqualTo("store");
                    assertThat(db.exit()).isZero();
                    assertThat(db.cpuMs()).isPositive();
                });
        Path logs = repetition.resolve("logs/db");
        assertThat(logs.resolve("initdb.log")).content().contains("will be owned by user \"" + USER + "\"");
        assertThat(logs.resolve("stdout.log"))
                .content()
                .matches("(?s)ready: postgres .* in " + DIRECTORY + "/run/servers/db/work/cluster, on .*");
        assertThat(repetition.resolve("statistics-ops.json"))
                .content()
                .contains("\"setting.database.shared_buffers\" : \"16MB\"", "\"setting.database.jit\" : \"off\"")
                .contains("\"setting.database.fsync\" : \"on\"");
        assertThat(Files.readAllLines(repetition.resolve("metrics-db.csv")))
                .as("an empty cluster has thirty megabytes or more")
                .map(line -> line.split(",", -1))
                .filteredOn(fields -> fields[1].equals("disk-size") && !fields[2].isEmpty())
                .anyMatch(fields -> Double.parseDouble(fields[2]) > LEAST_BYTES);
    }

    // ---- secrets

    @Test
    void shouldNameMissingSecretsAndHaveThemInNoFile() throws Exception {
        AtomicInteger right = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(HOSTS.net() + ".1", 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        server.setExecutor(threads);
        writeGuarded(server.getAddress().getPort());
        String forecast = Files.readString(folder.resolve("data/lugano-forecast.xml"));
        server.createContext("/weather", exchange -> {
            boolean known = hasSecrets(exchange);
            (known ? right : wrong).incrementAndGet();
            answer(exchange, known ? 200 : 403, forecast);
        });
        server.start();
        String output;
        try {
            assertThatMissingSecretsAreNamed();
            assertThat(right.get() + wrong.get()).isZero();
            for (int number = 1; number <= 2; number++) {
                putSecrets(number);
            }

            output = Measuring.ran(() -> MavenCommand.outcome(folder, "run", options("black-box.testbed")))
                    .output();
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }

        Path repetition = folder.resolve("out/black-box/runs/latest/cases/Weather-made/1");
        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).isEmpty();
        assertThat(record.checks()).as("sent by an agent").isEqualTo(1);
        for (String client : List.of("left", "right")) {
            assertThat(repetition.resolve("samples-" + client + ".csv"))
                    .content()
                    .contains(",OK,200,");
        }
        assertThat(right.get()).isPositive();
        assertThat(wrong.get()).isZero();
        assertThat(output).doesNotContain(KEY, PASSWORD, PAIR);
        assertThat(folder.resolve("out/black-box/compiled/ansible/inventory.yml"))
                .content()
                .contains("- weather-key\n", "- weather-password\n");
        assertThatNoFileHasASecret(folder.resolve("out"));
        for (int number = 1; number <= 2; number++) {
            assertThatNoFileHasASecret(HOSTS.state().resolve("h" + number));
        }
    }

    /** The example, with two hosts and a service that wants credentials. */
    private void writeGuarded(int port) throws IOException {
        Examples.copy("black-box", folder);
        Path model = folder.resolve("black-box.testbed");
        Files.writeString(
                model,
                Files.readString(model)
                        .replace(
                                "http://127.0.0.1:9090/weather\"",
                                "http://" + HOSTS.net() + ".1:" + port + "/weather\"\n"
                                        + "    header \"X-Api-Key\" from file \"weather-key\"\n"
                                        + "    header \"Authorization\" from file \"weather-password\" user \"anna\"\n")
                        .replace("host here\n", "host left { " + host(1) + " }\nhost right { " + host(2) + " }\n")
                        .replace("workload in (made, taken) from here", "workload in (made) from left, right")
                        .replace("repeat 2  warm up 3 s  measure 6 s", "repeat 1  warm up 1 s  measure 2 s")
                        .replace("    expect p99 response-time < 250 ms, failures < 1 %\n", "")
                        .replace("report html, pdf", "report csv"));
    }

    private void assertThatMissingSecretsAreNamed() throws IOException, InterruptedException {
        try (MavenCommand maven = MavenCommand.run(folder, "run", options("black-box.testbed"))) {
            assertThat(maven.status()).isEqualTo(1);
            for (String host : List.of("left", "right")) {
                assertThat(maven.errors())
                        .contains("host " + host + ": secrets are missing: put the files weather-key,"
                                + " weather-password into /home/" + USER + "/" + SECRETS);
            }
        }
    }

    private static void putSecrets(int host) throws IOException {
        Path home = HOSTS.file(host, "home/" + USER);
        Object user = Files.getAttribute(home, "unix:uid");
        Path secrets = Files.createDirectories(home.resolve(SECRETS));
        Files.writeString(secrets.resolve("weather-key"), KEY + "\n");
        Files.writeString(secrets.resolve("weather-password"), PASSWORD + "\n");
        try (Stream<Path> files = Files.walk(home.resolve(".soabench"))) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(Files.isDirectory(file) ? "rwx------" : "rw-------"));
                Files.setAttribute(file, "unix:uid", user);
            }
        }
    }

    private static boolean hasSecrets(HttpExchange exchange) {
        return KEY.equals(exchange.getRequestHeaders().getFirst("X-Api-Key"))
                && ("Basic " + PAIR).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] envelope = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                            + "</s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(status, envelope.length);
            exchange.getResponseBody().write(envelope);
        }
    }

    private static void assertThatNoFileHasASecret(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.getParent().endsWith(SECRETS))
                    .toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(Stream.of(KEY, PASSWORD, PAIR).anyMatch(content::contains))
                        .as(file.toString())
                        .isFalse();
            }
        }
    }
}
