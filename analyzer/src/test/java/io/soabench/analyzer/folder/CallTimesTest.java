package io.soabench.analyzer.folder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The times of calls with bounded memory. */
class CallTimesTest {

    private static Map<Integer, long[]> arrivals(CallTimes times) {
        Map<Integer, long[]> found = new TreeMap<>();
        times.each((request, arrivalsNs, endsNs, leastEndsNs) -> found.put(request, arrivalsNs));
        return found;
    }

    @Test
    void shouldSortTheCallsOfEachRequestByArrival() {
        CallTimes times = new CallTimes();
        times.add(7, 30, 5, 35);
        times.add(2, 11, 5, 16);
        times.add(7, 10, 5, 15);
        times.add(7, 20, 5, 25);

        assertArrayEquals(new long[] {10, 20, 30}, arrivals(times).get(7));
        assertArrayEquals(new long[] {11}, arrivals(times).get(2));
    }

    @Test
    void shouldKeepWholeRequestsWhenThereAreTooManyCalls() {
        CallTimes times = new CallTimes(1_000);
        for (int call = 0; call < 5; call++) {
            for (int request = 0; request < 10_000; request++) {
                times.add(request, request + call * 100L, 10, request + call * 100L + 10);
            }
        }
        Map<Integer, long[]> found = arrivals(times);

        assertTrue(found.size() >= 60 && found.size() <= 200, "kept " + found.size());
        found.forEach((request, arrivalsNs) -> assertEquals(5, arrivalsNs.length));
    }

    @Test
    void shouldEndWhenOneRequestHasTooManyCalls() {
        CallTimes times = new CallTimes(100);
        for (int call = 0; call < 1_000; call++) {
            times.add(3, call, 1, call + 1);
        }
        assertEquals(Map.of(), arrivals(times));
    }

    @Test
    void shouldLeaveOutRequestsWithACallThatWasNeverAnswered() {
        CallTimes times = new CallTimes();
        times.add(1, 10, 5, 15);
        times.add(1, 20, 5, 0);
        times.add(2, 10, 5, 15);

        assertEquals(Set.of(2), arrivals(times).keySet());
    }
}
