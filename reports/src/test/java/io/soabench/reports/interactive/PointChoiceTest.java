package io.soabench.reports.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PointChoiceTest {

    /** A request. */
    private record Point(int at, double ms, boolean failed) {}

    /** Every fiftieth failed; the others take longer from one hundred to the next. */
    private static List<Point> points(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Point(i, i % 100, i % 50 == 7))
                .toList();
    }

    private static List<Point> choice(List<Point> points, int most) {
        return PointChoice.of(points, most, Point::ms, Point::failed);
    }

    @Test
    void shouldLeaveFewAsTheyAre() {
        List<Point> points = points(100);

        assertThat(choice(points, 100)).isEqualTo(points);
    }

    @Test
    void shouldKeepFailuresAndTheSlowestOfMany() {
        List<Point> points = points(10_000);

        List<Point> chosen = choice(points, 1_000);

        assertThat(chosen).hasSize(1_000).isSortedAccordingTo((a, b) -> Integer.compare(a.at(), b.at()));
        assertThat(chosen.stream().filter(Point::failed)).as("of 200").hasSize(200);
        assertThat(chosen.stream().filter(each -> !each.failed() && each.ms() >= 98))
                .as("the slowest quarter begins with these")
                .hasSize(200);
        assertThat(chosen.stream().filter(each -> !each.failed() && each.ms() < 50))
                .as("the others come from everywhere")
                .hasSizeBetween(200, 350);
    }

    @Test
    void shouldUseEveryPlaceWhenNearlyAllFailed() {
        List<Point> points = IntStream.range(0, 5_000)
                .mapToObj(i -> new Point(i, 1, i % 100 != 0))
                .toList();

        List<Point> chosen = choice(points, 1_000);

        assertThat(chosen).hasSize(1_000);
        assertThat(chosen.stream().filter(each -> !each.failed()))
                .as("all of them")
                .hasSize(50);
    }
}
