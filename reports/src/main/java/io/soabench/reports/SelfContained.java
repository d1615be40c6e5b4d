package io.soabench.reports;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns BIRT's HTML into one file that needs no other. */
final class SelfContained {

    private static final Pattern EMBED =
            Pattern.compile("<embed\\b[^>]*\\bsrc=\"(picture-\\d+\\.svg)\"[^>]*>(</embed>)?");

    /** A page as wide as a sheet of paper, in the middle of the window; fonts for machines that lack ours. */
    private static final String STYLE = "<style>body{max-width:54em;margin:2em auto;padding:0 1em;background:#fff}"
            + "img{height:auto}table{border-spacing:0}@media(max-width:40em){body{margin:0}}</style>";

    private SelfContained() {}

    /** The page with every picture inside. */
    static String page(String html, EmbeddedImages images) {
        Matcher matcher = EMBED.matcher(html.replace("</head>", STYLE + "</head>"));
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
