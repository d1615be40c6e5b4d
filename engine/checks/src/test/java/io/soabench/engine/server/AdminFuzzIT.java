package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Broken or malicious archives and descriptors must be refused with a reason. A mutated archive depends on its seed
 * alone: a failure contains the seed, and {@code -Dsoabench.fuzz.seed=N} runs it again.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AdminFuzzIT {
    private static final int CASES = 150;
    private static final int LEAST_CASES = 11;
    private static final long BUDGET_NS = TimeUnit.SECONDS.toNanos(8);
    private static final String BOTH = "Both";

    private static EngineFixture fixture;
    private static LogCapture log;

    @BeforeAll
    static void start() throws Exception {
        log = new LogCapture();
        fixture = new EngineFixture();
        fixture.deploy("Plain", ASK + RESPOND);
    }

    @AfterAll
    static void stop() {
        fixture.close();
        log.close();
    }

    private static HttpResponse<String> put(byte[] zip) throws Exception {
        return fixture.admin("PUT", "/deployments/" + BOTH, zip);
    }

    private static Map<String, byte[]> archive() {
        return new TreeMap<>(fixture.archive(BOTH, ASK + RESPOND));
    }

    /** Checks that a refusal contains problems, and that the engine continues. */
    private static void assertRefused(HttpResponse<String> answer, String what) throws Exception {
        assertThat(answer.statusCode()).as(what).isEqualTo(422);
        assertThat(answer.body()).as(what).contains("\"problems\"", "\"message\"");
        assertSound(what);
    }

    private static void assertSound(String what) throws Exception {
        assertThat(fixture.post("Plain", request("fine")).body()).as(what).contains("a-fine");
        assertThat(fixture.engine.counters().value(Counter.ERRORS)).as(what).isZero();
        assertThat(log.records).as(what).allSatisfy(line -> assertThat(line.getThrown())
                .isNull());
    }

    @Test
    void shouldDeployOrRefuseWhenArchivesAreMutated() throws Exception {
        Long only = Long.getLong("soabench.fuzz.seed");
        Integer asked = Integer.getInteger("soabench.fuzz.cases");
        int cases = only != null ? 1 : asked != null ? asked : CASES;
        long end = asked != null ? Long.MAX_VALUE : System.nanoTime() + BUDGET_NS;
        int run = 0;
        for (long seed = only == null ? 1 : only; run < cases; seed++, run++) {
            HttpResponse<String> answer;
            try {
                answer = put(mutated(new Random(seed)));
            } catch (IOException e) {
                throw new AssertionError("no answer, seed " + seed, e);
            }
            assertThat(answer.statusCode())
                    .as("seed " + seed + ": " + answer.body())
                    .isIn(201, 422);
            if (System.nanoTime() - end > 0 && run > LEAST_CASES) {
                break;
            }
        }
        assertThat(run).isGreaterThanOrEqualTo(only == null ? LEAST_CASES : 1);
        assertSound("all");
    }

    /** Returns an archive with damage in the zip, in a file before it is packed, or in the list of files. */
    private static byte[] mutated(Random random) {
        Map<String, byte[]> files = archive();
        Object[] names = files.keySet().toArray();
        String name = (String) names[random.nextInt(names.length)];
        switch (random.nextInt(4)) {
            case 0 -> files.put(name, damaged(files.get(name), random));
            case 1 -> files.remove(name);
            case 2 -> files.put(name, new byte[random.nextInt(3)]);
            default -> {
                return damaged(EngineFixture.zip(files), random);
            }
        }
        return EngineFixture.zip(files);
    }

    private static byte[] damaged(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../evil.wsdl", "a/../../evil.wsdl", "/evil.wsdl", "..\\evil.wsdl", "C:\\evil.wsdl", "a/.."})
    void shouldRefuseWhenNameLeavesArchive(String name, @TempDir Path folder) throws Exception {
        Map<String, byte[]> files = archive();
        files.put(name, EngineFixture.resource("client.wsdl"));

        assertRefused(put(EngineFixture.zip(files)), name);
        try (var left = Files.walk(folder)) {
            assertThat(left).containsExactly(folder);
        }
    }

    @Test
    void shouldRefuseWhenArchiveIsABomb() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("zeros.xsd"));
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < 200; i++) {
                zip.write(block);
            }
        }
        assertThat(bytes.size()).isLessThan(1 << 20);

        assertRefused(put(bytes.toByteArray()), "bomb");
    }

    @Test
    void shouldRefuseWhenArchiveHasTooManyFiles() throws Exception {
        Map<String, byte[]> files = archive();
        for (int i = 0; i < 2_000; i++) {
            files.put("x" + i + ".txt", new byte[0]);
        }
        assertRefused(put(EngineFixture.zip(files)), "files");
    }

    @Test
    void shouldAnswerWhenNameOfFileIsHuge() throws Exception {
        Map<String, byte[]> files = archive();
        files.put("x".repeat(60_000) + ".txt", new byte[0]);

        assertThat(put(EngineFixture.zip(files)).statusCode()).isIn(201, 422);
        assertSound("huge name");
    }

    @Test
    void shouldRefuseWhenNameOfFileIsNoText() throws Exception {
        Map<String, byte[]> files = archive();
        files.put("nnnnnnnn.txt", new byte[0]);
        byte[] zip = EngineFixture.zip(files);
        byte[] name = "nnnnnnnn".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i + name.length <= zip.length; i++) {
            if (Arrays.equals(Arrays.copyOfRange(zip, i, i + name.length), name)) {
                Arrays.fill(zip, i, i + name.length, (byte) 0xff);
            }
        }
        assertRefused(put(zip), "name");
    }

    @Test
    void shouldRefuseWhenTwoFilesHaveTheSameName() throws Exception {
        Map<String, byte[]> files = archive();
        files.put("Both.bpem", files.get("Both.bpel"));
        byte[] zip = EngineFixture.zip(files);
        for (int i = 0; i + 4 < zip.length; i++) {
            if (new String(zip, i, 5, StandardCharsets.ISO_8859_1).equals(".bpem")) {
                zip[i + 4] = 'l';
            }
        }
        assertRefused(put(zip), "duplicate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "42",
                "\"x\"",
                "{",
                "{}}",
                "{\"partners\":null,\"service\":7}",
                "{\"partners\":{\"partner\":null}}",
                "{\"partners\":{\"partner\":{\"a\":1}}}",
                "{\"partners\":[\"partner\"]}",
                "{\"partners\":{\"partner\":\"not a url\"}}",
                "{\"partners\":{\"partner\":\"http://127.0.0.1:99999/\"}}",
                "{\"partners\":{\"partner\":\"file:///etc/passwd\"}}",
                "{\"partners\":{\"nobody\":\"http://127.0.0.1:9/\"}}",
                "{\"process\":\"../Both.bpel\"}",
                "{\"process\":\"Nobody.bpel\"}",
                "{\"service\":{\"path\":\"no slash\"}}",
                "{\"service\":{\"path\":\"/a b\\r\\nX: y\"}}",
                "{\"unknown\":1}",
                "deep"
            })
    void shouldRefuseWhenDescriptorIsGarbage(String text) throws Exception {
        String json = text.equals("deep") ? "{\"partners\":" + "[".repeat(100_000) : text;
        Map<String, byte[]> files = archive();
        files.put("soabench-process.json", json.getBytes(StandardCharsets.UTF_8));

        assertRefused(put(EngineFixture.zip(files)), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", "../x", "%00", "a b", "\u00e9", ".hidden", "long"})
    void shouldRefuseWhenNameOfDeploymentIsNoName(String name) throws Exception {
        String path = URLEncoder.encode(name.equals("long") ? "x".repeat(300) : name, StandardCharsets.UTF_8);
        HttpResponse<String> answer = fixture.admin("PUT", "/deployments/" + path, EngineFixture.zip(archive()));

        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 404, 422);
        assertSound(name);
    }
}
