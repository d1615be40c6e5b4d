package io.soabench.engine.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A measure of two systems in alternating rounds: mostly engine and floor. */
final class BenchRatios {
    private final String name;
    private final String one;
    private final String other;
    private final List<Double> engine = new ArrayList<>();
    private final List<Double> floor = new ArrayList<>();

    BenchRatios(String name) {
        this(name, "engine", "floor");
    }

    /**
     * Makes a table of ratios.
     *
     * @param one the measured name
     * @param other the name it is divided by
     */
    BenchRatios(String name, String one, String other) {
        this.name = name;
        this.one = one;
        this.other = other;
    }

    void add(double ofEngine, double ofFloor) {
        engine.add(ofEngine);
        floor.add(ofFloor);
    }

    private static double at(List<Double> sorted, double share) {
        return sorted.get((int) Math.round((sorted.size() - 1) * share));
    }

    /** Prints the median of the ratios with their range, and the other's own range about its median. */
    void print(PrintWriter out) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < engine.size(); i++) {
            ratios.add(engine.get(i) / floor.get(i));
        }
        ratios.sort(null);
        List<Double> floors = floor.stream().sorted().toList();
        List<Double> engines = engine.stream().sorted().toList();
        double middle = at(floors, 0.5);
        out.printf(
                Locale.ROOT,
                "ratio %-28s %.2f (%.2f to %.2f, %d rounds); %s %.1f, %s %.1f (its own spread %.2f to %.2f)%n",
                name,
                at(ratios, 0.5),
                ratios.get(0),
                ratios.get(ratios.size() - 1),
                ratios.size(),
                one,
                at(engines, 0.5),
                other,
                middle,
                floors.get(0) / middle,
                floors.get(floors.size() - 1) / middle);
        out.flush();
    }
}
