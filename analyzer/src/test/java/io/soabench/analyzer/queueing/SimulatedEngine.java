package io.soabench.analyzer.queueing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * An engine that is simulated event by event: a request takes the lock if there is one, then a processor, first come, first served, both for an
 * exponential time, then it waits for its partners. Processor time is what the simulation counts, with a noise of 2 %.
 */
final class SimulatedEngine {

    private static final double WARM_UP_S = 20;
    private static final double MEASURED_S = 120;
    private static final int REPETITIONS = 3;

    private final Random random;
    private final int processors;
    private final double demandS;
    private final double partnersS;
    private final double lockS;
    private final double background;

    private enum Step {
        ARRIVES,
        UNLOCKS,
        LEAVES_PROCESSOR,
        IS_ANSWERED
    }

    private record Event(double at, Step step, double begun) {}

    SimulatedEngine(long seed, int processors, double demandS, double partnersS, double lockS, double background) {
        this.random = new Random(seed);
        this.processors = processors;
        this.demandS = demandS;
        this.partnersS = partnersS;
        this.lockS = lockS;
        this.background = background;
    }

    MeasuredLoad closed(int clients, double thinkS) {
        return measured("L" + clients, clients, thinkS, Double.NaN);
    }

    MeasuredLoad open(double perS) {
        return measured("R" + (int) perS, 0, Double.NaN, perS);
    }

    private MeasuredLoad measured(String name, int clients, double thinkS, double offered) {
        double perS = 0;
        double responseS = 0;
        List<ProcessorDemand.Use> uses = new ArrayList<>();
        for (int i = 0; i < REPETITIONS; i++) {
            Repetition one = new Repetition(clients, thinkS, offered);
            one.run();
            perS += one.completed / MEASURED_S / REPETITIONS;
            responseS += one.responseS / one.completed / REPETITIONS;
            uses.add(new ProcessorDemand.Use(
                    one.completed / MEASURED_S,
                    (one.busyS / MEASURED_S + background) * (1 + 0.02 * random.nextGaussian())));
        }
        return new MeasuredLoad(name, clients, thinkS, offered, perS, responseS, partnersS, uses);
    }

    private double exponential(double mean) {
        return -Math.log(1 - random.nextDouble()) * mean;
    }

    private final class Repetition {
        private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingDouble(Event::at));
        private final Deque<Double> forLock = new ArrayDeque<>();
        private final Deque<Double> forProcessor = new ArrayDeque<>();
        private final int clients;
        private final double thinkS;
        private final double perS;
        private boolean locked;
        private int idle = processors;
        private double busyS;
        private long completed;
        private double responseS;

        Repetition(int clients, double thinkS, double perS) {
            this.clients = clients;
            this.thinkS = thinkS;
            this.perS = perS;
        }

        void run() {
            for (int i = 0; i < clients; i++) {
                arrival(exponential(thinkS));
            }
            if (clients == 0) {
                arrival(exponential(1 / perS));
            }
            while (events.peek().at() < WARM_UP_S + MEASURED_S) {
                Event event = events.poll();
                switch (event.step()) {
                    case ARRIVES -> {
                        if (clients == 0) {
                            arrival(event.at() + exponential(1 / perS));
                        }
                        forLock.add(event.begun());
                    }
                    case UNLOCKS -> {
                        locked = false;
                        forProcessor.add(event.begun());
                    }
                    case LEAVES_PROCESSOR -> {
                        idle++;
                        events.add(new Event(event.at() + exponential(partnersS), Step.IS_ANSWERED, event.begun()));
                    }
                    case IS_ANSWERED -> answered(event);
                }
                serve(event.at());
            }
        }

        private void arrival(double at) {
            events.add(new Event(at, Step.ARRIVES, at));
        }

        private void answered(Event event) {
            if (event.at() > WARM_UP_S) {
                completed++;
                responseS += event.at() - event.begun();
            }
            if (clients > 0) {
                arrival(event.at() + exponential(thinkS));
            }
        }

        private void serve(double now) {
            if (!locked && !forLock.isEmpty()) {
                locked = true;
                events.add(new Event(now + exponential(lockS), Step.UNLOCKS, forLock.poll()));
            }
            while (idle > 0 && !forProcessor.isEmpty()) {
                idle--;
                double service = exponential(demandS);
                busyS += now > WARM_UP_S ? service : 0;
                events.add(new Event(now + service, Step.LEAVES_PROCESSOR, forProcessor.poll()));
            }
        }
    }
}
