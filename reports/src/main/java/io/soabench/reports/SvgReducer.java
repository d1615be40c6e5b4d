package io.soabench.reports;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reduction of drawings of charts without a visible difference. */
final class SvgReducer {

    /**
     * Scripts and places for the mouse, which a picture in a page does not have, and default values. The XML declaration is among them,
     * whose version must not be rounded.
     */
    private static final Pattern UNUSED = Pattern.compile(
            "<\\?xml[^>]*\\?>|<script>.*?</script>|<script[^>]*/>| on\\w+=\"[^\"]*\"|<g id=\"hotSpots\"[^>]*/>| id=\"[0-9_@]+\""
                    + "| xml:space=\"preserve\"|visibility:visible;"
                    + "|stroke-miterlimit:10\\.0;|text-rendering:optimizeLegibility;",
            Pattern.DOTALL);

    /** An empty group. The end of the group around it is not part of it. */
    private static final Pattern EMPTY = Pattern.compile("<g [^>]*(/>|(?<!/)></g>)");

    /** The box around a text, which has no colour and no line. */
    private static final Pattern INVISIBLE = Pattern.compile(
            "(<g[^>]* style=\"visibility:visible;fill-opacity:0\\.0;[^\"]*stroke:none;\">)<path [^>]*/>");

    /** A single line without an area, whose tag has its style. */
    private static final Pattern LINE =
            Pattern.compile("(<g(?: clip-path=\"[^\"]*\")? style=\"stroke:[^\"]*\">)<path d=\"([^\"]*)\"/></g>");

    /** Properties with which one path looks different from two, where lines cross or lie on each other. */
    private static final Pattern NOT_ALONE = Pattern.compile("fill:|opacity:|stroke:none|dasharray");

    /** A tag. Texts between tags are for readers and stay unchanged. */
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.(\\d{2,}(E-?\\d+)?|0\\b)");

    private static final String CLOSED = "\"/></g>";

    /** A label of an axis or a legend: the group around it has no colour, and its own properties are those of the picture. */
    private static final Pattern LABEL = Pattern.compile(
            "<g style=\"fill-opacity:0;fill:#ffffff;stroke:none;\"><text font-family=\"([^\"]*)\" font-size=\"(\\d+)\""
                    + " stroke=\"none\" style=\"fill-opacity:1;fill:(#[0-9a-f]{6});\"([^>]*)>([^<]*)</text></g>");

    /** The group around the whole picture. */
    private static final String OUTERMOST = "<g id=\"outerG\" style=\"fill:none;stroke:none\">";

    /** A curve that continues from its present point. */
    private static final Pattern DRAWN_ON = Pattern.compile(" L([-0-9.]+ [-0-9.]+) M\\1(?= L)");

    /** Rules for parts that appear only below a mouse. */
    private static final Pattern RULES = Pattern.compile("<style type=\"text/css\">.*?</style>", Pattern.DOTALL);

    /** Number of decimals: a tenth of a dot of a screen with {@link ReportRenderer}'s density is invisible. */
    private static final int DECIMALS = 1;

    private SvgReducer() {}

    /**
     * Returns the drawing without scripts, invisible parts and digits behind the first decimal. Lines that look alike become one path, and
     * the font of its labels stands in one place.
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

    /** Joins successive lines that look alike in one path: BIRT repeats the style of each piece of a curve. */
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

    /** Returns a rounded coordinate. A factor of a matrix keeps its digits. */
    private static String rounded(String number) {
        if (number.matches("-?0\\.\\d{2,}.*")) {
            return number;
        }
        BigDecimal rounded = new BigDecimal(number).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
