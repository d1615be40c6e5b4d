package io.soabench.reports;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes pictures of charts smaller without a difference that can be seen. */
final class SvgReducer {

    /**
     * Scripts and places for the mouse, which a picture in a page does not have, and what is so by default: the XML declaration, too,
     * whose version is no number to be rounded.
     */
    private static final Pattern UNUSED = Pattern.compile(
            "<\\?xml[^>]*\\?>|<script>.*?</script>|<script[^>]*/>| on\\w+=\"[^\"]*\"|<g id=\"hotSpots\"[^>]*/>| id=\"[0-9_@]+\""
                    + "| xml:space=\"preserve\"|visibility:visible;"
                    + "|stroke-miterlimit:10\\.0;|text-rendering:optimizeLegibility;",
            Pattern.DOTALL);

    /** The end of what is around it is none of it. */
    private static final Pattern EMPTY = Pattern.compile("<g [^>]*(/>|(?<!/)></g>)");

    /** The box around a text, which has no colour and no line. */
    private static final Pattern INVISIBLE = Pattern.compile(
            "(<g[^>]* style=\"visibility:visible;fill-opacity:0\\.0;[^\"]*stroke:none;\">)<path [^>]*/>");

    /** A line by itself, without an area: its tag says how it is drawn. */
    private static final Pattern LINE =
            Pattern.compile("(<g(?: clip-path=\"[^\"]*\")? style=\"stroke:[^\"]*\">)<path d=\"([^\"]*)\"/></g>");

    /** Where lines cross, or lie on each other, one path would look different from two. */
    private static final Pattern NOT_ALONE = Pattern.compile("fill:|opacity:|stroke:none|dasharray");

    /** Texts between tags are read by people. */
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.(\\d{2,}(E-?\\d+)?|0\\b)");

    private static final String CLOSED = "\"/></g>";

    /** A label of an axis or a legend: what is around it has no colour, and what it has itself it has by the picture. */
    private static final Pattern LABEL = Pattern.compile(
            "<g style=\"fill-opacity:0;fill:#ffffff;stroke:none;\"><text font-family=\"([^\"]*)\" font-size=\"(\\d+)\""
                    + " stroke=\"none\" style=\"fill-opacity:1;fill:(#[0-9a-f]{6});\"([^>]*)>([^<]*)</text></g>");

    /** What is around all of a picture. */
    private static final String OUTERMOST = "<g id=\"outerG\" style=\"fill:none;stroke:none\">";

    /** A curve that is drawn on from where it has come to. */
    private static final Pattern DRAWN_ON = Pattern.compile(" L([-0-9.]+ [-0-9.]+) M\\1(?= L)");

    /** Rules for what only appears below a mouse. */
    private static final Pattern RULES = Pattern.compile("<style type=\"text/css\">.*?</style>", Pattern.DOTALL);

    /** A tenth of a dot of a screen with {@link ReportRenderer}'s density cannot be seen. */
    private static final int DECIMALS = 1;

    private SvgReducer() {}

    /**
     * Without scripts, invisible parts and digits behind the first decimal, with one path for lines that look alike, and with the font of
     * its labels said once.
     */
    static String svg(String svg) {
        String visible = EMPTY.matcher(
                        UNUSED.matcher(INVISIBLE.matcher(svg).replaceAll("$1")).replaceAll(""))
                .replaceAll("");
        String rounded = TAG.matcher(together(visible))
                .replaceAll(tag -> Matcher.quoteReplacement(
                        NUMBER.matcher(tag.group()).replaceAll(number -> rounded(number.group()))));
        return DRAWN_ON.matcher(labelled(RULES.matcher(rounded).replaceAll(""))).replaceAll(" L$1");
    }

    private static String labelled(String svg) {
        Matcher first = LABEL.matcher(svg);
        if (!svg.contains(OUTERMOST) || !first.find()) {
            return svg;
        }
        String family = first.group(1);
        return LABEL.matcher(svg)
                .replaceAll(label -> Matcher.quoteReplacement(
                        label.group(1).equals(family)
                                ? "<text font-size=\"" + label.group(2) + "\" fill=\"" + label.group(3) + "\""
                                        + label.group(4) + ">" + label.group(5) + "</text>"
                                : label.group()))
                .replace(OUTERMOST, "<g style=\"fill:none;stroke:none\" font-family=\"" + family + "\">");
    }

    /** Lines that follow each other and look alike become one path: BIRT says for each piece of a curve how it is drawn. */
    private static String together(String svg) {
        StringBuilder out = new StringBuilder();
        Matcher line = LINE.matcher(svg);
        String open = "";
        int done = 0;
        while (line.find()) {
            boolean goesOn = line.start() == done && line.group(1).equals(open);
            if (!goesOn) {
                out.append(open.isEmpty() ? "" : CLOSED).append(svg, done, line.start());
                open = "";
            }
            if (goesOn) {
                out.append(line.group(2));
            } else if (NOT_ALONE.matcher(line.group(1)).find()) {
                out.append(line.group());
            } else {
                open = line.group(1);
                out.append(open).append("<path d=\"").append(line.group(2));
            }
            done = line.end();
        }
        return out.append(open.isEmpty() ? "" : CLOSED)
                .append(svg, done, svg.length())
                .toString();
    }

    /** A factor of a matrix needs its digits; coordinates do not. */
    private static String rounded(String number) {
        if (number.matches("-?0\\.\\d{2,}.*")) {
            return number;
        }
        BigDecimal rounded = new BigDecimal(number).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
