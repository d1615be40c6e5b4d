package io.soabench.engine.runtime.kernel;

/**
 * A sum that many threads change and that stays within limits, such as the bytes that instances hold.
 *
 * <p>Threads have credits, so that they seldom change the number that all of them share. The shared number contains the
 * sum and all credits. A thread takes an addition from the credit of its {@link ThreadStripes stripe}, and gives a
 * subtraction back to it. It changes the shared number when its credit is used up or has become large. Near the lowest
 * limit there are no new credits: each addition changes the shared number, and collects the credits of all stripes
 * before it is refused.
 *
 * <p>Guarantees:
 * <ul>
 * <li>A successful addition leaves the sum within its limit, whatever other threads do. The sum may only exceed a
 *     limit by an addition to zero, or by additions that are unchecked or have a higher limit.
 * <li>A refused addition would have exceeded the limit, if no other thread changes the sum meanwhile. Otherwise it
 *     would have exceeded the limit less the {@link #slack}, less one {@link #credit} for each thread that is in the
 *     middle of a change.
 * <li>An addition to a sum of zero always succeeds.
 * </ul>
 *
 * <p>Thread-safe. Additions and subtractions take no lock, except an addition that is about to be refused.
 */
final class LimitedSum {
    /** All credits together are at most an eighth of the lowest limit: two times this part, for each stripe. */
    private static final long PART = 16;

    /** The number of attempts to read the same sum twice, because no other thread changes it meanwhile. */
    private static final int ATTEMPTS = 4;

    private final ThreadStripes numbers = new ThreadStripes();
    private final Object collecting = new Object();
    private final long credit;
    private final long slack;

    /** The largest shared number at which credits are given. */
    private final long mostWithCredits;

    /**
     * Creates a sum of zero.
     *
     * @param lowestLimit the lowest limit of all additions
     * @param mostCredit the largest credit that a thread takes at a time; it is less if the limit is low
     */
    LimitedSum(long lowestLimit, long mostCredit) {
        credit = Math.min(mostCredit, lowestLimit / (PART * ThreadStripes.COUNT));
        slack = 2 * credit * ThreadStripes.COUNT;
        mostWithCredits = lowestLimit - slack;
    }

    /** Returns the credit that a thread takes at a time; 0 if the lowest limit is too low for credits. */
    long credit() {
        return credit;
    }

    /** Returns the largest sum of all credits. */
    long slack() {
        return slack;
    }

    /** Returns the number that all threads share: the sum, and all credits. */
    long shared() {
        return numbers.get(ThreadStripes.SHARED);
    }

    /**
     * Adds to the sum, unless it would exceed a limit.
     *
     * @param more the addition, at least 0
     * @param most the limit
     * @return false if the sum is unchanged
     */
    boolean add(long more, long most) {
        if (takeCredit(more)) {
            // Read after the credit was taken: the shared number contains the sum with this addition.
            if (shared() <= most) {
                return true;
            }
            numbers.add(ThreadStripes.SHARED, -more);
        }
        return addShared(more, most);
    }

    /** Adds to the sum, or subtracts from it if the change is negative, without checking a limit. */
    void addUnchecked(long change) {
        if (change < 0) {
            subtract(-change);
        } else if (!takeCredit(change)) {
            addShared(change, Long.MAX_VALUE);
        }
    }

    /** Subtracts from the sum; from any thread. */
    void subtract(long less) {
        if (less > credit || shared() > mostWithCredits) {
            numbers.add(ThreadStripes.SHARED, -less);
        } else {
            giveCredit(less);
        }
    }

    private boolean takeCredit(long more) {
        int own = ThreadStripes.own();
        long there = numbers.get(own);
        while (there >= more) {
            long found = numbers.replace(own, there, there - more);
            if (found == there) {
                return true;
            }
            there = found;
        }
        return false;
    }

    /** Adds to the credit of the calling thread what the shared number contains already. */
    private void giveCredit(long more) {
        int own = ThreadStripes.own();
        long there = numbers.get(own);
        while (true) {
            boolean isTooMuch = there + more > 2 * credit;
            long found = numbers.replace(own, there, isTooMuch ? credit : there + more);
            if (found == there) {
                if (isTooMuch) {
                    numbers.add(ThreadStripes.SHARED, credit - there - more);
                }
                return;
            }
            there = found;
        }
    }

    private boolean addShared(long more, long most) {
        boolean isCollected = false;
        while (true) {
            long before = shared();
            long withCredit = before + more + credit;
            if (credit > 0 && withCredit <= mostWithCredits) {
                if (numbers.replace(ThreadStripes.SHARED, before, withCredit) == before) {
                    giveCredit(credit);
                    return true;
                }
            } else if (before + more <= most || before <= 0) {
                if (numbers.replace(ThreadStripes.SHARED, before, before + more) == before) {
                    return true;
                }
            } else if (isCollected || (before > slack && before + more - slack > most)) {
                return false;
            } else {
                isCollected = collect() == 0;
            }
        }
    }

    /**
     * Takes the credits of all stripes back, and returns their sum. The lock makes a second thread wait until the
     * shared number is without the credits that a first one has taken.
     */
    private long collect() {
        synchronized (collecting) {
            long all = 0;
            for (int stripe = 0; stripe < ThreadStripes.COUNT; stripe++) {
                all += numbers.takeAll(stripe);
            }
            if (all != 0) {
                numbers.add(ThreadStripes.SHARED, -all);
            }
            return all;
        }
    }

    /** Returns whether the sum has reached a limit. */
    boolean reaches(long limit) {
        return shared() >= limit && read() >= limit;
    }

    /**
     * Returns the present sum. While other threads change it, the result may be too high or too low by their changes.
     * While they only subtract, it is never too low.
     */
    long get() {
        long sum = read();
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            long again = read();
            if (again == sum) {
                break;
            }
            sum = again;
        }
        return Math.max(0, sum);
    }

    /** Reads the shared number first, so that a credit that is given back meanwhile is not subtracted twice. */
    private long read() {
        long all = shared();
        return all - numbers.sum();
    }
}
