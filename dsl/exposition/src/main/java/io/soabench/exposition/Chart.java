package io.soabench.exposition;

/** The axes of a small picture with a line in it. They map numbers to places in the picture. */
final class Chart {

    private static final double LEFT = 54;
    private static final double TOP = 26;
    private static final double BOTTOM = 34;

    private final Svg svg;
    private final double width;
    private final double height;
    private final double least;
    private final double most;
    private final double highest;

    /**
     * Creates axes.
     *
     * @param least start of the horizontal axis
     * @param most end of the horizontal axis; greater than its start
     * @param highest end of the vertical axis, which starts at 0
     */
    Chart(double width, double height, double least, double most, double highest) {
        this.svg = new Svg(width, height);
        this.width = width;
        this.height = height;
        this.least = least;
        this.most = most > least ? most : least + 1;
        this.highest = highest > 0 ? highest : 1;
    }

    Svg svg() {
        return svg;
    }

    double x(double value) {
        return LEFT + (value - least) / (most - least) * (width - LEFT - 12);
    }

    double y(double value) {
        return height - BOTTOM - value / highest * (height - TOP - BOTTOM);
    }

    /** Draws the axes with round numbers. */
    Chart axes(String below, String beside) {
        double step = step(most - least, 6);
        for (double at = Math.ceil(least / step) * step; at <= most + step / 1e6; at += step) {
            svg.line(x(at), y(0), x(at), y(0) + 4, Svg.LINE);
            svg.text(x(at), y(0) + 15, number(at, step), "middle", 10, false);
        }
        double up = step(highest, 4);
        for (double at = 0; at <= highest + up / 1e6; at += up) {
            svg.line(LEFT, y(at), width - 12, y(at), at == 0 ? Svg.LINE : "#dde3ea");
            svg.text(LEFT - 6, y(at) + 3.5, number(at, up), "end", 10, false);
        }
        svg.text((LEFT + width - 12) / 2, height - 4, below, "middle", 10, false);
        if (!beside.isEmpty()) {
            svg.text(2, 11, beside, "start", 10, false);
        }
        return this;
    }

    private static double step(double range, int parts) {
        double rough = range / parts;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double part = rough / power;
        return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    }

    private static String number(double value, double step) {
        int places = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        return Svg.format("%." + places + "f", Math.abs(value) < step / 1e6 ? 0.0 : value);
    }
}
