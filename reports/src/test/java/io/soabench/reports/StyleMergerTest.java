package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StyleMergerTest {

    private static final String INK = "font-size: 9pt; color: red;";

    private static String page(String rules, String body) {
        return "<html><head><style>" + rules + "</style></head><body>" + body + "</body></html>";
    }

    @Test
    void shouldHaveOneClassForAllThatLookAlike() {
        assertThat(StyleMerger.of(page(
                        ".s1 { " + INK + "}.s2 { " + INK + "}.s3 { color: blue;}",
                        "<p class=s1>a</p><p class=s2>b</p><p class=s3> class=s2 </p>")))
                .isEqualTo(page(
                        ".s1 { " + INK + "}.s3 { color: blue;}",
                        "<p class=s1>a</p><p class=s1>b</p><p class=s3> class=s2 </p>"));
    }

    @Test
    void shouldUnwrapATextThatLooksAsItsCell() {
        String rules = ".s1 { " + INK + " padding: 2pt;}.s2 { " + INK + "}";

        assertThat(
                        StyleMerger.of(
                                page(
                                        rules,
                                        "<table><tr><td class=s1><div class=s2>a</div><td class=s1><div class=s2>b</div></td></table>")))
                .isEqualTo(page(rules, "<table><tr><td class=s1>a<td class=s1>b</td></table>"));
    }

    @Test
    void shouldKeepABoxThatLooksDifferentOrHoldsMore() {
        String page = page(
                ".s1 { " + INK + " padding: 2pt;}.s2 { color: blue;}.s3 { padding: 2pt;}",
                "<table><tr><td class=s1><div class=s2>other colour</div><td class=s1><div class=s3>padding adds up</div>"
                        + "<td class=s1><div class=s9>unknown</div><td class=s1><div class=s2>a</div><div class=s2>b</div></table>");

        assertThat(StyleMerger.of(page)).isEqualTo(page);
    }

    @Test
    void shouldSayInTheClassWhatAllOfItHave() {
        String rules = ".s1 { " + INK + "}.s2 { color: blue;}[data-s=\"7\"]{margin:0}[data-s=\"8\"]{margin:1pt}";

        assertThat(
                        StyleMerger.of(
                                page(
                                        rules,
                                        "<p class=s1 data-s=7>a</p><p class=s1 data-s=7>b</p><p class=s2 data-s=7>c</p><p class=s2>d</p>")))
                .isEqualTo(
                        "<html><head><style>" + rules + "</style><style>.s1{margin:0}</style></head><body>"
                                + "<p class=s1>a</p><p class=s1>b</p><p class=s2 data-s=7>c</p><p class=s2>d</p></body></html>");
    }

    @Test
    void shouldSayOnceHowRowsAreAligned() {
        assertThat(StyleMerger.of(page("", "<tr valign=\"top\" align=\"left\"><td>a")))
                .isEqualTo(
                        "<html><head><style></style><style>.r{vertical-align:top;text-align:left}</style></head><body>"
                                + "<tr class=r><td>a</body></html>");
    }
}
