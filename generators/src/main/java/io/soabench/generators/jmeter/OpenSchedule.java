package io.soabench.generators.jmeter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The arrivals of an open load whose rate changes over time, in the words of JMeter's Open Model Thread Group. JMeter sends in each slice as
 * many requests as its rates give, fractions cut off, at times that it draws itself.
 *
 * @param slices one after the other, from the start of the warm-up
 * @param even whether requests are evenly spaced
 * @param drawn whether slices have the numbers of requests of the trace; else the rates of the model
 */
public record OpenSchedule(List<Slice> slices, boolean even, boolean drawn) {

    private static final double HALF = 0.5;
    private static final int DIGITS = 6;

    /**
     * A stretch of time in which the rate is constant, rises or falls evenly.
     *
     * @param from requests a second at its start
     * @param to requests a second at its end
     */
    public record Slice(double seconds, double from, double to) {

        /** Returns a slice with exactly so many requests, because JMeter cuts off the half that is added. */
        public static Slice of(double seconds, int requests) {
            double rate = requests == 0 ? 0 : (requests + HALF) / seconds;
            return new Slice(seconds, rate, rate);
        }
    }

    public OpenSchedule {
        slices = List.copyOf(slices);
    }

    /** Returns the text that the thread group reads: a line a slice, and time for the last answers at the end. */
    String text(long timeOutMs) {
        String arrivals = even ? "even_arrivals" : "random_arrivals";
        return slices.stream()
                .map(slice -> "rate(" + number(slice.from()) + "/s) " + arrivals + "(" + number(slice.seconds())
                        + " s) rate(" + number(slice.to()) + "/s)\n")
                .collect(Collectors.joining("", "", "pause(" + number(timeOutMs / 1e3) + " s)"));
    }

    private static String number(double value) {
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
