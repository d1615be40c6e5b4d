package io.soabench.reports;

import io.soabench.reports.chapters.Glossary;
import io.soabench.reports.chapters.GlossaryText;
import io.soabench.reports.design.Fonts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns BIRT's HTML into one file that needs no other. */
final class SelfContained {

    private static final Pattern EMBED =
            Pattern.compile("<embed\\b[^>]*\\bsrc=\"(picture-\\d+\\.svg)\"[^>]*>(</embed>)?");

    /** A page as wide as a sheet of paper, in the middle of the window; fonts for machines that lack ours. */
    private static final String STYLE = "<style>body{max-width:54em;margin:2em auto;padding:0 1em;background:#fff}"
            + Hints.STYLE + "img{height:auto}table{border-spacing:0}@media(max-width:40em){body{margin:0}}</style>";

    /** Names that nothing leads to, and indentation. */
    private static final Pattern UNUSED = Pattern.compile(" id=\"(AUTOGENBOOKMARK|__bookmark)_[^\"]*\"|(?<=\n)[\t ]+");

    private static final Pattern STYLED = Pattern.compile(" style=\"([^\"]{10,})\"");

    /** BIRT's name of a style at an element; a slash behind it would become a part of a value without quotes. */
    private static final Pattern CLASS = Pattern.compile(" class=\"style_(\\d+)\"(?!/)");

    private static final Pattern CLASSES = Pattern.compile("(?s)<style\\b.*?</style>");

    private static final Pattern ROWS = Pattern.compile("<(tr|td)\\b[^>]*>|</tr>");

    private static final Pattern ALIGNED = Pattern.compile(" v?align=\"[a-z]+\"");

    /** So often a style must be there to become a rule of the page. */
    private static final int OFTEN = 5;

    private SelfContained() {}

    /** The same page with the styles that are repeated in rules: the cells of tables are most of a page. */
    static String slim(String html) {
        String used = shortNames(alignedByRow(UNUSED.matcher(html).replaceAll("")));
        Map<String, Integer> counts = new LinkedHashMap<>();
        STYLED.matcher(used).results().forEach(m -> counts.merge(m.group(1), 1, Integer::sum));
        counts.values().removeIf(count -> count < OFTEN);
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
     * A cell says nothing that its row says already; one of a table within a cell has the row of that table. A row with a style is not
     * asked, because the style may say something else.
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

    /** Every cell names its style: one letter for it, and no quotes, which HTML does not ask for. */
    private static String shortNames(String html) {
        String rules = CLASSES.matcher(html)
                .replaceAll(m -> Matcher.quoteReplacement(m.group().replace(".style_", ".s")));
        return CLASS.matcher(rules).replaceAll(" class=s$1").replace("class=\"style_", "class=\"s");
    }

    /** The page with every picture inside. */
    static String page(String html, EmbeddedImages images) {
        String hinted = Hints.in(slim(html), GlossaryText.entries(), RunReport.bookmarks(), Glossary.BOOKMARK);
        Matcher matcher = EMBED.matcher(hinted.replace("</head>", STYLE + "</head>"));
        StringBuilder page = new StringBuilder();
        while (matcher.find()) {
            String picture =
                    "<img alt=\"chart\" style=\"max-width:100%\" src=\"" + images.dataUri(matcher.group(1)) + "\"/>";
            matcher.appendReplacement(page, Matcher.quoteReplacement(picture));
        }
        matcher.appendTail(page);
        String text = page.toString();
        for (String name : images.names()) {
            text = text.replace("\"" + name + "\"", "\"" + images.dataUri(name) + "\"");
        }
        return text.replace("\"" + Fonts.FAMILY + "\"", Fonts.CSS_FAMILIES);
    }
}
