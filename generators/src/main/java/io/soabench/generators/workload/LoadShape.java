package io.soabench.generators.workload;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * The change of the rate of arrivals over time. It begins with the measurement; the warm-up has a rate of its own, see
 * {@link #warmUp}. Times are seconds, rates 1/s. Immutable.
 */
public sealed interface LoadShape {

    /** The name of the bursts of a {@link Series}. */
    String BURST = "burst";

    /** The name of the pauses of a {@link Series}. */
    String PAUSE = "pause";

    /** Returns the arrivals to be expected in the first seconds of the measurement. */
    double expected(double seconds);

    /** Returns the highest rate; of a recording the largest number of arrivals within a second. */
    double greatestRate();

    /** Returns mean arrivals a second of the warm-up before a measurement of that length. */
    double warmUpRate(double seconds);

    /**
     * Returns the rate of the warm-up as it changes, without an end.
     *
     * @param random from which it is drawn, where it is random
     * @param seconds of the measurement
     */
    default Iterator<LoadSegment> warmUp(UniformRandomProvider random, double seconds) {
        double rate = warmUpRate(seconds);
        return List.of(new LoadSegment("", Double.POSITIVE_INFINITY, rate, rate))
                .iterator();
    }

    /**
     * Returns the segments of the measurement, without an end.
     *
     * @param random from which they are drawn, where they are random
     */
    Iterator<LoadSegment> segments(UniformRandomProvider random);

    /**
     * Returns the times at which requests arrive, seconds since the start of the measurement. Empty where they are drawn along the segments.
     *
     * @param random from which they are chosen, where that is random
     */
    default Optional<Iterator<Double>> arrivals(UniformRandomProvider random) {
        return Optional.empty();
    }

    /** Returns the segments of the first seconds of the measurement, the last one cut off. */
    default List<LoadSegment> segments(UniformRandomProvider random, double seconds) {
        return LoadSegment.first(segments(random), seconds);
    }

    /**
     * Stages, one after the other; the last rate goes on. The warm-up has the rate of their start, or where that is zero, their mean.
     *
     * @param all at least one, of finite length
     */
    record Stages(List<LoadSegment> all) implements LoadShape {

        public Stages {
            all = List.copyOf(all);
        }

        @Override
        public double expected(double seconds) {
            double expected = 0;
            double left = seconds;
            for (LoadSegment each : all) {
                expected += each.expected(Math.max(0, left));
                left -= each.seconds();
            }
            return expected + Math.max(0, left) * last().to();
        }

        private LoadSegment last() {
            return all.get(all.size() - 1);
        }

        @Override
        public double greatestRate() {
            return all.stream()
                    .mapToDouble(each -> Math.max(each.from(), each.to()))
                    .max()
                    .orElse(0);
        }

        @Override
        public double warmUpRate(double seconds) {
            return all.get(0).from() > 0 ? all.get(0).from() : expected(seconds) / seconds;
        }

        @Override
        public Iterator<LoadSegment> segments(UniformRandomProvider random) {
            List<LoadSegment> endless = new ArrayList<>(all);
            LoadSegment last = last();
            // A last stage that is constant is itself what goes on; a ramp is followed by the rate that it leads to.
            if (last.from() == last.to()) {
                endless.remove(endless.size() - 1);
                endless.add(new LoadSegment(last.name(), Double.POSITIVE_INFINITY, last.from(), last.to()));
            } else {
                endless.add(new LoadSegment("after " + last.name(), Double.POSITIVE_INFINITY, last.to(), last.to()));
            }
            return endless.iterator();
        }
    }

    /**
     * A Markov-modulated Poisson process (Fischer and Meier-Hellstern 1993) whose states follow each other in a cycle. Their lengths are
     * exponentially distributed. The process begins in its steady state: the first state is drawn with the share of time that each has. The warm-up is a part of the same process, drawn by itself.
     *
     * @param states at least two; their lengths are means, their rates constant
     */
    record Bursts(List<LoadSegment> states) implements LoadShape {

        public Bursts {
            states = List.copyOf(states);
        }

        private double cycle() {
            return states.stream().mapToDouble(LoadSegment::seconds).sum();
        }

        private double mean() {
            return states.stream()
                            .mapToDouble(each -> each.expected(each.seconds()))
                            .sum()
                    / cycle();
        }

        /** Returns the changes of state to be expected. */
        public double changes(double seconds) {
            return seconds / cycle() * states.size();
        }

        @Override
        public double expected(double seconds) {
            return mean() * seconds;
        }

        @Override
        public double greatestRate() {
            return states.stream().mapToDouble(LoadSegment::from).max().orElse(0);
        }

        @Override
        public double warmUpRate(double seconds) {
            return mean();
        }

        @Override
        public Iterator<LoadSegment> warmUp(UniformRandomProvider random, double seconds) {
            return segments(random);
        }

        @Override
        public Iterator<LoadSegment> segments(UniformRandomProvider random) {
            double at = random.nextDouble() * cycle();
            int first = 0;
            while (first < states.size() - 1 && at >= states.get(first).seconds()) {
                at -= states.get(first).seconds();
                first++;
            }
            int begin = first;
            ZigguratSampler.Exponential length = ZigguratSampler.Exponential.of(random);
            return new Iterator<>() {
                private int next = begin;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public LoadSegment next() {
                    LoadSegment state = states.get(next);
                    next = (next + 1) % states.size();
                    return new LoadSegment(state.name(), length.sample() * state.seconds(), state.from(), state.to());
                }
            };
        }
    }

    /**
     * Bursts of a fixed number of requests, evenly spaced, each followed by a pause. The warm-up has the mean rate of both.
     *
     * @param number of bursts, at least one
     * @param size requests of a burst, at least one
     * @param rate of arrivals in a burst, above zero
     * @param pause after each burst
     */
    record Series(int number, int size, double rate, double pause) implements LoadShape {

        private double length() {
            return size / rate;
        }

        private double cycle() {
            return length() + pause;
        }

        /** Returns the number of bursts that begin in the first seconds. */
        public double bursts(double seconds) {
            return Math.min(number, Math.ceil(seconds / cycle()));
        }

        @Override
        public double expected(double seconds) {
            double whole = Math.min(number, Math.floor(seconds / cycle()));
            double rest = whole == number ? 0 : Math.min(size, (seconds - whole * cycle()) * rate);
            return whole * size + rest;
        }

        @Override
        public double greatestRate() {
            return rate;
        }

        @Override
        public double warmUpRate(double seconds) {
            return size / cycle();
        }

        @Override
        public Iterator<LoadSegment> segments(UniformRandomProvider random) {
            return new Iterator<>() {
                private int begun;
                private boolean pausing;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public LoadSegment next() {
                    if (pausing) {
                        pausing = false;
                        return new LoadSegment(PAUSE, begun == number ? Double.POSITIVE_INFINITY : pause, 0, 0);
                    }
                    begun++;
                    pausing = true;
                    return new LoadSegment(BURST, length(), rate, rate);
                }
            };
        }

        @Override
        public Optional<Iterator<Double>> arrivals(UniformRandomProvider random) {
            // The arrivals are computed directly, not from the intensity. With a rounded sum of the intensity, the last
            // request of a burst could move behind the pause.
            return Optional.of(new Iterator<>() {
                private int burst;
                private int request;

                @Override
                public boolean hasNext() {
                    return burst < number;
                }

                @Override
                public Double next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("the last burst is over");
                    }
                    double at = burst * cycle() + request / rate;
                    request++;
                    if (request == size) {
                        request = 0;
                        burst++;
                    }
                    return at;
                }
            });
        }
    }

    /**
     * Recorded arrivals. The warm-up has their mean rate.
     *
     * @param times of the arrivals, seconds since the first one, rising
     * @param length of the recording, seconds
     * @param share of the arrivals that are sent, above 0 to 1
     * @param repeating whether it begins again at its end
     */
    record Replay(List<Double> times, double length, double share, boolean repeating) implements LoadShape {

        public Replay {
            times = List.copyOf(times);
        }

        private double mean() {
            return share * times.size() / length;
        }

        @Override
        public double expected(double seconds) {
            return mean() * (repeating ? seconds : Math.min(seconds, length));
        }

        @Override
        public double greatestRate() {
            int most = 0;
            int first = 0;
            for (int last = 0; last < times.size(); last++) {
                while (times.get(last) - times.get(first) > 1) {
                    first++;
                }
                most = Math.max(most, last - first + 1);
            }
            return most;
        }

        @Override
        public double warmUpRate(double seconds) {
            return mean();
        }

        @Override
        public Iterator<LoadSegment> segments(UniformRandomProvider random) {
            return List.of(new LoadSegment("recording", Double.POSITIVE_INFINITY, mean(), mean()))
                    .iterator();
        }

        @Override
        public Optional<Iterator<Double>> arrivals(UniformRandomProvider random) {
            return Optional.of(new Iterator<>() {
                private int next;
                private double begin;

                @Override
                public boolean hasNext() {
                    return repeating || next < times.size();
                }

                @Override
                public Double next() {
                    while (true) {
                        if (next == times.size()) {
                            if (!repeating) {
                                throw new NoSuchElementException("the recording is over");
                            }
                            next = 0;
                            begin += length;
                        }
                        double at = begin + times.get(next++);
                        if (share >= 1 || random.nextDouble() < share) {
                            return at;
                        }
                        if (!hasNext()) {
                            return Double.POSITIVE_INFINITY;
                        }
                    }
                }
            });
        }
    }
}
