package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A worker and a clock that move when the test says so. */
public final class ManualWorker implements Worker, EngineClock {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nowNs;
    private long steppedMs;
    private boolean running;
    private boolean inTurn;

    /** How far each look at the clock moves it. */
    long tickNs;

    /** What happens whenever the kernel asks whether the thread is free; may throw. */
    Runnable atEnter = () -> {};

    /** What happens whenever the kernel hands something over; may throw. */
    Runnable atHandOver = () -> {};

    private record Timer(long dueNs, Runnable task) {}

    @Override
    public boolean enter() {
        atEnter.run();
        if (!running || inTurn) {
            return false;
        }
        inTurn = true;
        return true;
    }

    @Override
    public void leave() {
        inTurn = false;
    }

    @Override
    public void ready(Instance instance) {
        atHandOver.run();
        add(instance);
    }

    private void add(Instance instance) {
        tasks.add(() -> turn(instance));
    }

    @Override
    public void giveWay(Instance instance) {
        atHandOver.run();
        add(instance);
    }

    @Override
    public boolean offer(Instance instance) {
        atHandOver.run();
        add(instance);
        return true;
    }

    private void turn(Instance instance) {
        inTurn = true;
        try {
            instance.turn(this);
        } finally {
            inTurn = false;
        }
    }

    /** Runs something when it is drained, in turn with everything else. */
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Alarm schedule(Runnable task, long delayNs) {
        atHandOver.run();
        Timer timer = new Timer(nowNs + delayNs, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public long nanoTime() {
        nowNs += tickNs;
        return nowNs;
    }

    @Override
    public long epochMs() {
        nowNs += tickNs;
        return nowNs / 1_000_000 + steppedMs;
    }

    /** Sets the wall clock, which other clocks do not notice. */
    void step(long ms) {
        steppedMs += ms;
    }

    /** How many alarms are set. */
    public int alarms() {
        return timers.size();
    }

    /** Runs so many of the things that wait, in turn. */
    public void drain(int most) {
        running = true;
        try {
            for (int i = 0; i < most && !tasks.isEmpty(); i++) {
                tasks.poll().run();
            }
        } finally {
            running = false;
        }
    }

    /** Runs everything that waits. */
    public void drain() {
        running = true;
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        } finally {
            running = false;
        }
    }

    /** Lets time pass, running what becomes due in order. */
    public void pass(long ns) {
        long until = nowNs + ns;
        while (true) {
            Timer next = timers.stream()
                    .filter(timer -> timer.dueNs() <= until)
                    .min(Comparator.comparingLong(Timer::dueNs))
                    .orElse(null);
            if (next == null) {
                break;
            }
            timers.remove(next);
            nowNs = Math.max(nowNs, next.dueNs());
            tasks.add(next.task());
            drain();
        }
        nowNs = until;
    }

    /** Lets time pass without running anything meanwhile, as on a busy machine; what is due then runs late. */
    void jump(long ns) {
        nowNs += ns;
        pass(0);
    }

    /** Lets time pass until the next alarm rings; returns false when there is none. */
    public boolean passToNextAlarm() {
        Timer next = timers.stream().min(Comparator.comparingLong(Timer::dueNs)).orElse(null);
        if (next == null) {
            return false;
        }
        pass(next.dueNs() - nowNs);
        return true;
    }
}
