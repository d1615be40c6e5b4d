package io.soabench.generators.workload;

import java.util.Iterator;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/** The arrivals of a class whose rate has a shape: those of the warm-up, then those of the measurement. Belongs to one thread. */
final class ShapedArrivals {

    /** The unit of traces: an arrival of the warm-up within the last one would be rounded into the measurement. */
    private static final double MICROSECOND = 1e-6;

    private final double warmUpS;
    private final DoubleSupplier warmUp;
    private final DoubleSupplier measured;
    private boolean warmingUp = true;

    /**
     * The random source of one part, warm-up or measurement.
     *
     * @param distances of arrivals whose mean is 1
     * @param shape random numbers of the shape
     */
    record Draws(ContinuousSampler distances, UniformRandomProvider shape) {}

    ShapedArrivals(LoadShape shape, double warmUpS, double measureS, Draws ofWarmUp, Draws ofMeasurement) {
        this.warmUpS = warmUpS;
        warmUp = along(shape.warmUp(ofWarmUp.shape(), measureS), ofWarmUp.distances());
        measured = shape.arrivals(ofMeasurement.shape())
                .map(ShapedArrivals::at)
                .orElseGet(() -> along(shape.segments(ofMeasurement.shape()), ofMeasurement.distances()));
    }

    private static DoubleSupplier along(Iterator<LoadSegment> segments, ContinuousSampler distances) {
        VaryingRate intensity = new VaryingRate(segments);
        return () -> intensity.advance(distances.sample());
    }

    private static DoubleSupplier at(Iterator<Double> arrivals) {
        return () -> arrivals.hasNext() ? arrivals.next() : Double.POSITIVE_INFINITY;
    }

    /** Returns the next arrival, seconds since the start of the warm-up; infinite when there is none. */
    double nextS() {
        if (warmingUp) {
            double at = warmUp.getAsDouble();
            if (at < warmUpS - MICROSECOND) {
                return at;
            }
            warmingUp = false;
        }
        return warmUpS + measured.getAsDouble();
    }
}
