package io.soabench.maven.live;

import static io.soabench.maven.live.FedRun.FIRST;
import static io.soabench.maven.live.FedRun.LOAD;
import static io.soabench.maven.live.FedRun.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.maven.live.EventReader.Event;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real requests to a page with fed progress. */
@Timeout(300)
class LivePageTest {

    @TempDir
    Path folder;

    private final FedRun run = new FedRun();
    private final LivePage page = run.open(0);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        page.close();
    }

    private HttpResponse<String> request(String method, String address) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(address))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return request("GET", page.address() + path);
    }

    /** Returns the header of the answer, with the token in place of {@code TOKEN}. */
    private int statusOf(String path) throws IOException, InterruptedException {
        URI address = URI.create(page.address());
        String token = address.getPath().replace("/", "");
        return request("GET", "http://127.0.0.1:" + address.getPort() + path.replace("TOKEN", token))
                .statusCode();
    }

    @Test
    void shouldServeAPageThatNeedsNothingElse() throws IOException, InterruptedException {
        HttpResponse<String> answer = get("");

        assertThat(page.address()).matches("http://127\\.0\\.0\\.1:\\d+/[A-Za-z0-9_-]{24}/");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'sha256-");
        assertThat(answer.body()).contains("prefers-color-scheme: dark").doesNotContain("//cdn", "https://", "@import");
        assertThat(answer.body().replaceAll("http://www.w3.org/2000/svg", "")).doesNotContain("http://");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/TOKEN",
                "/TOKEN/other",
                "/TOKENx/",
                "/TOKEN//metrics",
                "/TOKEN/metrics/",
                "/xTOKEN/metrics",
                "/metrics/",
                "/AAAAAAAAAAAAAAAAAAAAAAAA/",
                "/AAAAAAAAAAAAAAAAAAAAAAAA/events",
                "/favicon.ico",
                "/%2e%2e/TOKEN/"
            })
    void shouldAnswer404AtAnyOtherPath(String path) throws IOException, InterruptedException {
        assertThat(statusOf(path)).isEqualTo(404);
    }

    @Test
    void shouldKnowItsOwnPaths() throws IOException, InterruptedException {
        assertThat(List.of(statusOf("/TOKEN/"), statusOf("/TOKEN/metrics"), statusOf("/TOKEN/status.json")))
                .containsOnly(200);
        assertThat(request("HEAD", page.address() + "events").statusCode()).isEqualTo(200);
        HttpResponse<String> posted = request("POST", page.address());
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void shouldHaveAnotherTokenEachTime() {
        try (LivePage other = run.open(0)) {
            assertThat(URI.create(other.address()).getPath())
                    .isNotEqualTo(URI.create(page.address()).getPath());
        }
    }

    @Test
    void shouldStreamTheWholeFirstAndThenEachChange() throws IOException, InterruptedException {
        Progress progress = run.beside(page, folder);
        progress.note("a note before");
        try (EventReader early = new EventReader(page.address())) {
            assertThat(early.response.headers().firstValue("Content-Type"))
                    .contains("text/event-stream; charset=utf-8");
            assertThat(early.next().orElseThrow().whole().status().testbed()).isEqualTo("fed");

            FedRun.feed(progress);

            RunStatus.Change ended = early.awaitLine(": done");
            assertThat(ended.finished())
                    .isEqualTo(new RunStatus.Finished(
                            new RunStatus.Subject(1, "Order-office-engine", "engine", "Order", "office", 1),
                            true,
                            "",
                            1390L,
                            48.26,
                            5L,
                            369.4));
            assertThat(ended.status().repetitions()).isEqualTo(new RunStatus.Repetitions(3, 1, 0));
            assertThat(ended.status().leftMs()).isNotNull();
            RunStatus.Change measuring = early.awaitPoint();
            assertThat(measuring.status().running()).singleElement().satisfies(its -> {
                assertThat(its.of().engine()).isEqualTo("other");
                assertThat(its.of().workload()).isEqualTo("web");
                assertThat(its.doing()).isEqualTo("measuring");
                assertThat(its.lengthMs()).isEqualTo(60_000);
                assertThat(its.load()).isEqualTo(new RunStatus.Figures(1200, 49.6, 48.1, 3, 2, 20.4, 61.2, 0.4));
            });
            assertThat(measuring.point().k()).isEqualTo(2);
        }
        try (EventReader late = new EventReader(page.address())) {
            RunStatus.Whole whole = late.next().orElseThrow().whole();

            assertThat(whole.log())
                    .extracting(RunStatus.Line::text)
                    .containsExactly(
                            "a note before",
                            "[1/3] Order-office-engine #1",
                            "[1/3] Order-office-engine #1: measuring (5 s)",
                            "[1/3] Order-office-engine #1: done",
                            "[2/3] Order-web-other #1",
                            "[2/3] Order-web-other #1: measuring (60 s)");
            assertThat(whole.finished()).hasSize(1);
            assertThat(whole.points()).extracting(RunStatus.Point::k).containsExactly(1, 2);
        }
    }

    @Test
    void shouldGiveTheSameFiguresAsJsonAndToPrometheus() throws IOException, InterruptedException {
        feedAndAwait();

        HttpResponse<String> status = get("status.json");
        HttpResponse<String> metrics = get("metrics");

        assertThat(status.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        assertThat(metrics.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        RunStatus.Running running = Json.parse(status.body(), RunStatus.Whole.class)
                .status()
                .running()
                .get(0);
        String labels =
                "{case=\"Order-web-other\",engine=\"other\",process=\"Order\",workload=\"web\",repetition=\"1\"}";
        assertThat(PrometheusText.parse(metrics.body()).values())
                .containsEntry(
                        "soabench_answers_per_second" + labels, running.load().answersPerSecond())
                .containsEntry("soabench_requests_sent_total" + labels, 1200.0)
                .containsEntry("soabench_response_time_median_seconds" + labels, 0.0204)
                .containsEntry("soabench_slip_p99_seconds" + labels, 0.0004)
                .containsEntry("soabench_repetitions_completed", 1.0);
    }

    /** Prometheus sends what its file of credentials has. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a-token-of-many-runs"})
    void shouldGiveMetricsToAProgramThatSendsTheTokenInAHeader(String given) throws IOException, InterruptedException {
        try (LivePage its = run.open(0, given)) {
            URI address = URI.create(its.address());
            String random = address.getPath().replace("/", "");
            String token = given.isEmpty() ? random : given;

            assertThat(metricsWith(address, "Bearer " + token).body()).isEqualTo(body(its.address() + "metrics"));
            assertThat(metricsWith(address, "bearer  " + token + " ").statusCode())
                    .isEqualTo(200);
            for (String wrong : List.of(
                    "Bearer " + token + "x", "Bearer " + token.substring(1), "Bearer ", "Basic " + token, token)) {
                HttpResponse<String> refused = metricsWith(address, wrong);
                assertThat(refused.statusCode()).as(wrong).isEqualTo(401);
                assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
                assertThat(refused.body()).isEqualTo("send the header Authorization: Bearer TOKEN\n");
            }
            if (!given.isEmpty()) {
                assertThat(metricsWith(address, "Bearer " + random).statusCode())
                        .isEqualTo(401);
                assertThat(request("GET", address.resolve("/" + given + "/").toString())
                                .statusCode())
                        .isEqualTo(404);
            }
            assertThat(request("GET", address.resolve("/metrics").toString()).statusCode())
                    .isEqualTo(401);
            assertThat(request("POST", address.resolve("/metrics").toString()).statusCode())
                    .isEqualTo(405);
        }
    }

    private String body(String address) throws IOException, InterruptedException {
        return request("GET", address).body();
    }

    private HttpResponse<String> metricsWith(URI page, String authorization) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(page.resolve("/metrics"))
                        .header("Authorization", authorization)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private void feedAndAwait() throws IOException, InterruptedException {
        try (EventReader reader = new EventReader(page.address())) {
            reader.next();
            FedRun.feed(run.beside(page, folder));
            reader.awaitPoint();
            reader.awaitPoint();
        }
    }

    @Test
    void shouldEndStreamsWithTheOutcomeWhenTheRunEnds() throws IOException, InterruptedException {
        try (EventReader reader = new EventReader(page.address())) {
            FedRun.feed(run.beside(page, folder));
            page.doing("rendering the report");
            page.end(false, "1 expectation missed");
            page.close();

            List<Event> all = new ArrayList<>();
            for (Optional<Event> event = reader.next(); event.isPresent(); event = reader.next()) {
                all.add(event.get());
            }
            RunStatus last = all.get(all.size() - 1).change().status();
            assertThat(last.outcome()).isEqualTo(new RunStatus.Outcome(false, "1 expectation missed"));
            assertThat(last.running()).isEmpty();
            assertThat(all.get(all.size() - 2).change().status().doing()).isEqualTo("rendering the report");
        }
        assertThatThrownBy(() -> get("status.json")).isInstanceOf(ConnectException.class);
        assertThat(run.notes()).isEmpty();
    }

    /** More bytes than the kernel keeps for a connection. */
    @Test
    void shouldDropAReaderThatDoesNotReadAndDelayNobody() throws IOException, InterruptedException {
        Progress progress = run.beside(page, folder);
        String text = "x".repeat(100_000);
        URI address = URI.create(page.address());
        try (Socket idle = new Socket();
                EventReader reader = new EventReader(page.address())) {
            idle.setReceiveBufferSize(4_096);
            idle.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()));
            idle.getOutputStream()
                    .write(("GET " + address.getPath() + "events HTTP/1.1\r\nHost: here\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            HostClock clock = HostClock.system();
            long longestNs = 0;
            reader.next();
            for (int i = 0; i < 400; i++) {
                long beforeNs = clock.epochNanos();
                progress.note(text + i);
                longestNs = Math.max(longestNs, clock.epochNanos() - beforeNs);
                reader.awaitLine("x" + i);
            }

            assertThat(TimeUnit.NANOSECONDS.toMillis(longestNs)).isLessThan(20_000);
            idle.setSoTimeout(30_000);
            assertThat(readToEnd(idle.getInputStream())).isLessThan(400L * text.length());
        }
        assertThat(page.isOn()).isTrue();
        assertThat(run.notes()).hasSize(400);
    }

    /** Returns the number of bytes until the end, or until the connection is reset. */
    private static long readToEnd(InputStream in) {
        long all = 0;
        byte[] bytes = new byte[8_192];
        try {
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                all += n;
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new IllegalStateException("the connection is still open", e);
        } catch (IOException e) {
            return all;
        }
        return all;
    }

    @Test
    void shouldRefuseMoreReadersThanItHasThreadsFor() throws IOException, InterruptedException {
        List<EventReader> readers = new ArrayList<>();
        try {
            for (int i = 0; i < PageReaders.MOST_READERS; i++) {
                EventReader reader = new EventReader(page.address());
                readers.add(reader);
                assertThat(reader.next().orElseThrow().name()).isEqualTo("whole");
            }

            HttpResponse<String> refused = get("events");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).isEqualTo("too many readers; close one of the other pages\n");
            assertThat(get("status.json").statusCode()).isEqualTo(200);
        } finally {
            readers.forEach(EventReader::close);
        }
    }

    /** A defect of the page is a load report of a repetition that nobody has started. */
    @Test
    void shouldBeOffAfterItsFirstFailureAndNoteItOnce() throws InterruptedException, IOException {
        Progress progress = run.beside(page, folder);
        EventReader reader = new EventReader(page.address());
        reader.next();

        progress.load(FIRST, LOAD);
        progress.load(SECOND, LOAD);

        assertThat(reader.next()).isEmpty();
        assertThat(page.isOn()).isFalse();
        progress.executionStarted(FIRST, 1, 3);
        progress.note("the run goes on");
        page.end(true, "");
        page.close();
        assertThat(run.notes())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("the live page is off: java.lang.NullPointerException")
                .endsWith("; the run goes on without it");
        assertThat(run.notes()).last().isEqualTo("the run goes on");
        reader.close();
    }

    @Test
    void shouldShowNothingWhenItsPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LivePage none = run.open(taken.getLocalPort())) {
            Progress progress = run.beside(none, folder);
            progress.executionStarted(FIRST, 1, 3);
            progress.phaseEntered(FIRST, Phase.START, -1);
            none.end(true, "");

            assertThat(none.isOn()).isFalse();
            assertThat(run.notes())
                    .containsExactly("the run has no live page: port " + taken.getLocalPort()
                            + " cannot be used (Address already in use); choose another with -Dsoabench.live=PORT");
        }
    }

    @Test
    void shouldPassEverythingOnWhenThereIsNoPage() {
        Progress progress = run.beside(LivePage.none(), folder);

        progress.note("heard");

        assertThat(run.notes()).containsExactly("heard");
    }
}
