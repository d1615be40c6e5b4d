package io.soabench.exposition;

import java.util.Locale;

/**
 * A picture in SVG 1.1, usable as a file or inside a page. Its title and description serve readers who cannot see
 * it.
 */
final class Svg {

    static final String LINE = "#44546a";
    static final String[] COLOURS = {"#1b6ca8", "#c1561b", "#3a7d34", "#7b4fa3", "#8a6d1d", "#b03060"};

    private final StringBuilder body = new StringBuilder();
    private double width;
    private double height;

    Svg(double width, double height) {
        this.width = width;
        this.height = height;
    }

    /** Gives the picture another size. */
    void size(double newWidth, double newHeight) {
        width = newWidth;
        height = newHeight;
    }

    double width() {
        return width;
    }

    Svg box(double x, double y, double w, double h, String fill, String stroke, double round) {
        body.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" fill=\"%s\" stroke=\"%s\"/>\n",
                x, y, w, h, round, fill, stroke));
        return this;
    }

    Svg dashed(double x, double y, double w, double h) {
        body.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"8\" fill=\"none\" stroke=\"%s\" stroke-dasharray=\"5 4\"/>\n",
                x, y, w, h, LINE));
        return this;
    }

    Svg line(double x1, double y1, double x2, double y2, String colour) {
        body.append(format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, colour));
        return this;
    }

    /** Adds a curve from one side to another, with an arrowhead at its end. */
    Svg arrow(double x1, double y1, double x2, double y2, String colour, boolean dotted) {
        double bend = Math.max(20, Math.abs(x2 - x1) / 2);
        body.append(format(
                "<path d=\"M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\"%s/>\n",
                x1, y1, x1 + bend, y1, x2 - bend, y2, x2 - 6, y2, colour, dotted ? " stroke-dasharray=\"4 3\"" : ""));
        body.append(format("<path d=\"M%.1f %.1f l-8 -4 v8 z\" fill=\"%s\"/>\n", x2, y2, colour));
        return this;
    }

    Svg path(String d, String colour, String fill) {
        body.append("<path d=\"")
                .append(d)
                .append("\" fill=\"")
                .append(fill)
                .append("\" stroke=\"")
                .append(colour)
                .append("\" stroke-width=\"1.5\"/>\n");
        return this;
    }

    Svg text(double x, double y, String text, String anchor, int size, boolean bold) {
        body.append(format(
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\"%s>",
                        x, y, anchor, size, bold ? " font-weight=\"bold\"" : ""))
                .append(escaped(text))
                .append("</text>\n");
        return this;
    }

    /**
     * Returns the picture.
     *
     * @param title of the picture
     * @param description of its content, in words
     */
    String picture(String title, String description) {
        return format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\">\n",
                        width, height, width)
                + "<title>" + escaped(title) + "</title>\n<desc>" + escaped(description) + "</desc>\n" + body
                + "</svg>\n";
    }

    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Returns the approximate width of a text in pixels, enough to leave room for it. */
    static double wide(String text, int size) {
        return text.codePoints()
                        .mapToDouble(c -> c > 0x2e80 ? 1.0 : Character.isUpperCase(c) ? 0.68 : 0.54)
                        .sum()
                * size;
    }

    /** Returns the text, shortened if it is wider than that. */
    static String fitted(String text, int size, double width) {
        if (wide(text, size) <= width) {
            return text;
        }
        int end = text.length();
        while (end > 1 && wide(text.substring(0, end) + "…", size) > width) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + "…";
    }

    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(c < ' ' && c != '\n' && c != '\t' ? ' ' : c);
            }
        });
        return out.toString();
    }
}
