package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.chapters.GlossaryText.Entry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GlossaryTitlesTest {

    private static final List<Entry> ENTRIES = List.of(
            new Entry("Words", "Slip", "How \"late\" it was & why."),
            new Entry("Words", "Response time", "How long."),
            new Entry("Words", "Service response time", "How long a service took."),
            new Entry("Words", "Process", "What is run. Sometimes 1.5 times."));

    private static String hinted(String body) {
        String contents =
                "<a href=\"#a\">A</a><a href=\"#b\">B</a><a href=\"#one\">Slip</a><a href=\"#two\">Slip</a><a href=\"#words\">Glossary</a>";
        return GlossaryTitles.in(contents + body, ENTRIES, Set.of("one", "two", "words"), "words")
                .substring(contents.length());
    }

    @Test
    void shouldExplainAWordOnceInEachChapter() {
        assertThat(hinted("<p id=\"one\">One</p><b>slip and Slip</b><p id=\"two\">Two</p>The slip."))
                .isEqualTo(
                        "<p id=\"one\">One</p><b><abbr title=\"How &quot;late&quot; it was &amp; why.\">slip</abbr> and"
                                + " Slip</b><p id=\"two\">Two</p>The <abbr title=\"How &quot;late&quot; it was &amp; why.\">slip</abbr>.");
    }

    @Test
    void shouldTakeAllCasesForOneChapter() {
        assertThat(hinted("<p id=\"one\">One</p>slow<p id=\"a\">A</p>process<p id=\"b\">B</p>process"))
                .isEqualTo("<p id=\"one\">One</p>slow<p id=\"a\">A</p><abbr title=\"What is run.\">process</abbr>"
                        + "<p id=\"b\">B</p>process");
    }

    @Test
    void shouldTakeTheLongestWordAndItsPlural() {
        assertThat(hinted("<p id=\"one\">One</p>Service response times, processes, a response-time, slippers"))
                .isEqualTo(
                        "<p id=\"one\">One</p><abbr title=\"How long a service took.\">Service response times</abbr>,"
                                + " <abbr title=\"What is run.\">processes</abbr>, a response-time, slippers");
    }

    @Test
    void shouldLeaveEverythingElseAsItIs() {
        String page = "before: slip<style>slip{}</style><p id=\"one\"> <i>Slip</i></p><a href=\"x\">slip</a>"
                + "<img alt=\"slip\"><p id=\"words\">Glossary</p>Slip: slip";

        assertThat(hinted(page)).isEqualTo(page);
    }
}
