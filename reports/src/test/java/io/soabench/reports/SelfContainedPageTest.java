package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SelfContainedPageTest {

    @Test
    void shouldLeaveOutWhatTheRowOfACellSays() {
        assertThat(
                        SelfContainedPage.slim(
                                "<tr valign=\"top\" align=\"left\"><td align=\"left\" valign=\"top\">a</td><td align=\"right\" valign=\"top\">b</td></tr>"))
                .isEqualTo("<tr valign=\"top\" align=\"left\"><td>a</td><td align=\"right\">b</td></tr>");
    }

    @Test
    void shouldGoByTheRowOfTheInnermostTable() {
        assertThat(
                        SelfContainedPage.slim(
                                "<tr align=\"left\"><td align=\"left\"><table><tr align=\"right\"><td align=\"left\">in</td></tr></table></td><td align=\"left\">out</td></tr>"))
                .isEqualTo(
                        "<tr align=\"left\"><td><table><tr align=\"right\"><td align=\"left\">in</td></tr></table></td><td>out</td></tr>");
    }

    @Test
    void shouldKeepTheAlignmentOfCellsWhoseRowHasAStyle() {
        String row = "<tr class=\"style_7\" align=\"left\"><td align=\"left\">a</td></tr>";

        assertThat(SelfContainedPage.slim(row)).isEqualTo("<tr class=s7 align=\"left\"><td align=\"left\">a</td></tr>");
    }
}
