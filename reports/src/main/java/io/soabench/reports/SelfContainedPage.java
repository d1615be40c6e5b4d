package io.soabench.reports;

import io.soabench.reports.chapters.GlossaryChapter;
import io.soabench.reports.chapters.GlossaryText;
import io.soabench.reports.design.ReportFonts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The conversion of BIRT's HTML into one file that needs no other. */
final class SelfContainedPage {

    /** An element that shows a drawing, or the name of a picture anywhere else. */
    private static final Pattern PICTURE = Pattern.compile(
            "<embed\\b[^>]*\\bsrc=\"(picture-\\d+\\.svg)\"[^>]*>(</embed>)?|\"(picture-\\d+\\.[a-z]+)\"");

    /**
     * The style of a page that can be read at 1,280 pixels, in the middle of the window, with fonts for machines that lack those of the
     * report.
     */
    private static final String STYLE = "<style>body{max-width:1180px;margin:2em auto;padding:0 1em;background:#fff}"
            + GlossaryTitles.STYLE + "img{width:100%;height:auto}table{border-spacing:0}th a{text-decoration:none}"
            + "th.sorts{cursor:pointer}th.sorts:hover{background:#f4f6f8}th.up div:after{content:' \\2191'}"
            + "th.down div:after{content:' \\2193'}.folds{cursor:pointer}.folds:before{content:'\\25be\\a0'}"
            + "td{overflow-wrap:anywhere}.folded:before{content:'\\25b8\\a0'}@media(max-width:40em){body{margin:0}}</style>";

    /**
     * The script of the page. It sorts a table by a column when its heading is clicked, and folds the chapter of a case when its title is.
     * The page shows the same without it. Numbers are sorted as numbers; cells without a number come last.
     */
    private static final String SCRIPT = "<script>" + script() + "</script>";

    /** Names without links to them, and indentation. */
    private static final Pattern UNUSED = Pattern.compile(" id=\"(AUTOGENBOOKMARK|__bookmark)_[^\"]*\"|(?<=\n)[\t ]+");

    private static final Pattern STYLED = Pattern.compile(" style=\"([^\"]{10,})\"");

    /** BIRT's name of a style at an element; a slash behind it would become a part of a value without quotes. */
    private static final Pattern CLASS = Pattern.compile(" class=\"style_(\\d+)\"(?!/)");

    private static final Pattern CLASSES = Pattern.compile("(?s)<style\\b.*?</style>");

    private static final Pattern ROWS = Pattern.compile("<(tr|td)\\b[^>]*>|</tr>");

    /** The end tags that the next cell, row, or the end of the table implies (HTML 4.01 §11.2). */
    private static final Pattern OPTIONAL = Pattern.compile("</t[dh]>(?=<t[dh]\\b|</tr>)|</tr>(?=<tr\\b|</table>)");

    private static final Pattern ALIGNED = Pattern.compile(" v?align=\"[a-z]+\"");

    /** Minimum number of occurrences of a style that becomes a rule of the page. */
    private static final int LEAST_OCCURRENCES = 5;

    private SelfContainedPage() {}

    /** Returns the same page with repeated styles in rules: the cells of tables are most of a page. */
    static String slim(String html) {
        String used = shortNames(alignedByRow(UNUSED.matcher(html).replaceAll("")));
        Map<String, Integer> counts = new LinkedHashMap<>();
        STYLED.matcher(used).results().forEach(m -> counts.merge(m.group(1), 1, Integer::sum));
        counts.values().removeIf(count -> count < LEAST_OCCURRENCES);
        List<String> styles = List.copyOf(counts.keySet());
        StringBuilder rules = new StringBuilder("<style>");
        for (int i = 0; i < styles.size(); i++) {
            rules.append("[data-s=\"")
                    .append(i)
                    .append("\"]{")
                    .append(styles.get(i))
                    .append("}");
        }
        return STYLED.matcher(used)
                .replaceAll(m -> {
                    if (!styles.contains(m.group(1))) {
                        return Matcher.quoteReplacement(m.group());
                    }
                    String quote = used.charAt(m.end()) == '/' ? "\"" : "";
                    return " data-s=" + quote + styles.indexOf(m.group(1)) + quote;
                })
                .replaceFirst("</head>", Matcher.quoteReplacement(rules + "</style></head>"));
    }

    /**
     * Removes alignments of cells that their row has already. A cell of a table within a cell belongs to the row of that table. Rows with a
     * style stay unchanged, because the style may have another alignment.
     */
    private static String alignedByRow(String html) {
        Deque<String> rows = new ArrayDeque<>();
        return ROWS.matcher(html).replaceAll(m -> {
            String tag = m.group();
            if (tag.startsWith("<tr")) {
                rows.push(tag.contains("=\"style_") || tag.contains(" style=") ? "" : tag);
            } else if (tag.startsWith("</")) {
                rows.poll();
            } else if (!rows.isEmpty()) {
                String row = rows.peek();
                tag = ALIGNED.matcher(tag)
                        .replaceAll(each -> row.contains(each.group()) ? "" : Matcher.quoteReplacement(each.group()));
            }
            return Matcher.quoteReplacement(tag);
        });
    }

    /** Shortens the names of styles to one letter without quotes, which HTML does not require. */
    private static String shortNames(String html) {
        String rules = CLASSES.matcher(html)
                .replaceAll(m -> Matcher.quoteReplacement(m.group().replace(".style_", ".s")));
        return CLASS.matcher(rules).replaceAll(" class=s$1").replace("class=\"style_", "class=\"s");
    }

    /** Removes line ends between tags, and the ends of cells and rows that HTML does not require. */
    private static String compact(String html) {
        return OPTIONAL.matcher(html.replace("</col>", "").replace(">\n<", "><"))
                .replaceAll("");
    }

    private static String script() {
        try (InputStream in = SelfContainedPage.class.getResourceAsStream("page.js")) {
            if (in == null) {
                throw new IOException("it is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read page.js", e);
        }
    }

    /** Returns the page with every picture inside. */
    static String page(String html, EmbeddedImages images) {
        String hinted =
                GlossaryTitles.in(slim(html), GlossaryText.entries(), RunReport.bookmarks(), GlossaryChapter.BOOKMARK);
        String text = StyleMerger.of(compact(hinted))
                .replace("</head>", STYLE + "</head>")
                .replace("</body>", SCRIPT + "</body>")
                .replace("\"" + ReportFonts.FAMILY + "\"", ReportFonts.CSS_FAMILIES);
        // The text is copied in one pass, because the page is large and has many pictures.
        StringBuilder page = new StringBuilder();
        int done = 0;
        for (Matcher picture = PICTURE.matcher(text); picture.find(); done = picture.end()) {
            page.append(text, done, picture.start());
            if (picture.group(1) == null) {
                page.append('"').append(images.dataUri(picture.group(3))).append('"');
            } else {
                page.append("<img alt=\"chart\" style=\"max-width:100%\" src=\"")
                        .append(images.dataUri(picture.group(1)))
                        .append("\"/>");
            }
        }
        return page.append(text, done, text.length()).toString();
    }
}
