package io.soabench.maven.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. Its pictures are in {@code target/live-page}. */
@Timeout(600)
class LivePageIT {

    private static final Path PICTURES = Path.of("target/live-page");

    /** True while nothing is wider than the window. */
    private static final String FITS = "document.documentElement.scrollWidth <= innerWidth";

    @TempDir
    Path folder;

    private final FedRun run = new FedRun();
    private LivePage page;
    private Browser browser;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        Optional<Path> program = Browser.program();
        assumeTrue(program.isPresent(), "there is no chromium on the PATH");
        page = run.open(0);
        browser = new Browser(program.get(), folder.resolve("profile"));
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
            page.close();
        }
    }

    private static String textOf(String id) {
        return "document.getElementById('" + id + "')?.textContent";
    }

    @Test
    void shouldFollowTheRunToItsEnd() throws IOException, InterruptedException {
        Progress progress = run.beside(page, folder);
        browser.look(1280, 900, "light");
        browser.open(page.address());
        browser.await("document.readyState + !!document.getElementById('state')", "completetrue");
        browser.await(textOf("state"), "preparing");

        FedRun.feed(progress);

        browser.await(textOf("state"), "Repetition 2 of 3: Order-web-other, measuring");
        browser.await("document.querySelectorAll('#rates circle').length", "4");
        assertThat(browser.value("document.querySelector('#now dl').innerText.replace(/\\s+/g, ' ')"))
                .contains("Sent (offered) 49.6 /s", "Right answers (served) 48.1 /s", "Response time, median 20 ms")
                .contains("Response time, p99 61 ms", "Failed 2", "In flight 3", "Sent late by, p99 0.4 ms");
        assertThat(browser.value(textOf("finished"))).isEqualTo("Order-office-engine1engineofficedone1,39048.33695");
        assertThat(browser.value("document.title")).isEqualTo("2/3 measuring – fed");
        assertThat(browser.value(textOf("repetitions-label"))).isEqualTo("1 of 3 repetitions have ended");

        progress.executionEnded(FedRun.SECOND, false, "server \"other\" <ended> & left");
        page.end(false, "1 of 3 repetitions failed");
        page.close();

        browser.await(textOf("state"), "The run has ended and failed: 1 of 3 repetitions failed");
        assertThat(browser.value("document.getElementById('finished').lastChild.children[4].textContent"))
                .isEqualTo("failed: server \"other\" <ended> & left");
        assertThat(browser.value("document.getElementById('connection').hidden"))
                .isEqualTo("true");
        assertThat(browser.problems()).isEmpty();
    }

    @Test
    void shouldSayThatTheProgramIsGoneWhenItsRunHasNotEnded() throws InterruptedException {
        FedRun.feed(run.beside(page, folder));
        browser.open(page.address());
        browser.await(textOf("title"), "SOABench run of fed");
        assertThat(browser.value("document.getElementById('connection').hidden"))
                .isEqualTo("true");

        page.close();

        browser.await("document.getElementById('connection').hidden", "false");
        assertThat(browser.value(textOf("state"))).isEqualTo("Repetition 2 of 3: Order-web-other, measuring");
    }

    @Test
    void shouldSayThatTheRunWasInterrupted() throws InterruptedException {
        Progress progress = run.beside(page, folder);
        FedRun.feed(progress);
        browser.open(page.address());
        browser.await(textOf("title"), "SOABench run of fed");

        page.interrupt();
        browser.await(textOf("state"), "Interrupted. Repetition 2 of 3: Order-web-other, measuring");
        page.close();

        browser.await(textOf("state"), "The run was interrupted and has ended");
        assertThat(browser.value("document.getElementById('connection').hidden"))
                .isEqualTo("true");
        assertThat(browser.value("document.getElementById('now').children.length"))
                .isEqualTo("0");
    }

    @Test
    void shouldFitSmallAndLargeWindowsInLightAndDark() throws IOException, InterruptedException {
        Progress progress = run.beside(page, folder);
        FedRun.feed(progress);
        for (int i = 0; i < 20; i++) {
            progress.load(FedRun.SECOND, FedRun.LOAD);
        }
        progress.phaseEntered(FedRun.SECOND, Phase.DRAIN, -1);
        progress.phaseEntered(FedRun.SECOND, Phase.MEASURE, 60_000);
        progress.load(FedRun.SECOND, FedRun.LOAD);
        progress.note("a note with_a_very_long_word_" + "that_cannot_be_divided_".repeat(20));
        browser.open(page.address());
        browser.await(textOf("title"), "SOABench run of fed");

        browser.look(1280, 900, "light");
        browser.await(FITS, "true");
        String light = browser.value("getComputedStyle(document.body).backgroundColor");
        browser.picture(PICTURES.resolve("wide-light.png"));
        browser.look(400, 900, "dark");
        browser.await(FITS, "true");
        browser.picture(PICTURES.resolve("narrow-dark.png"));
        page.end(true, "the report is target/soabench/testbed/runs/20260101-000000/report/" + "index".repeat(20));
        page.close();
        browser.await("document.getElementById('state').className", "good");
        browser.await(FITS, "true");
        browser.picture(PICTURES.resolve("narrow-ended.png"));

        assertThat(light).isEqualTo("rgb(255, 255, 255)");
        assertThat(browser.value("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(21, 24, 29)");
        assertThat(browser.problems()).isEmpty();
    }

    @Test
    void shouldServeKeyboardsAndScreenReaders() throws InterruptedException {
        FedRun.feed(run.beside(page, folder));
        browser.open(page.address());
        browser.await(textOf("title"), "SOABench run of fed");

        browser.press("Tab", 9);
        assertThat(browser.value("document.activeElement.textContent")).isEqualTo("Skip to the present repetition");
        browser.press("Tab", 9);
        assertThat(browser.value("document.activeElement.getAttribute('aria-labelledby')"))
                .isEqualTo("finished-heading");
        browser.press("Tab", 9);
        assertThat(browser.value("document.activeElement.getAttribute('role')")).isEqualTo("log");
        assertThat(browser.value("[...document.querySelectorAll('table')].every(table =>"
                        + " [...table.tHead.rows[0].cells].every(cell => cell.scope === 'col'))"))
                .isEqualTo("true");
        assertThat(browser.value("document.getElementById('rates').getAttribute('aria-label')"))
                .isEqualTo("sent 49.6 a second, right answers 48.1 a second at last, on a scale up to 50");
        assertThat(
                        browser.value(
                                "[...document.querySelectorAll('section')].every(each => each.getAttribute('aria-labelledby'))"))
                .isEqualTo("true");
    }
}
