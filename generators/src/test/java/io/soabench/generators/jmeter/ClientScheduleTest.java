package io.soabench.generators.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.generators.jmeter.ClientSchedule.Group;
import io.soabench.generators.jmeter.ClientSchedule.Stay;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClientScheduleTest {

    private static List<Stay> stays(double... fromAndTo) {
        List<Stay> stays = new ArrayList<>();
        for (int i = 0; i < fromAndTo.length; i += 2) {
            stays.add(new Stay(fromAndTo[i], fromAndTo[i + 1]));
        }
        return stays;
    }

    @Test
    void shouldPutClientsThatComeAndGoTogetherIntoOneGroup() {
        ClientSchedule schedule = ClientSchedule.of(stays(0, 20, 4.2, 9.7, 0, 20, 3.9, 10.1, 12, 20));

        assertThat(schedule.groups())
                .containsExactly(new Group(2, 0, 0, 20), new Group(2, 4, 0, 6), new Group(1, 12, 0, 8));
        assertThat(schedule.grainS()).isEqualTo(1);
        assertThat(schedule.leftOut()).isZero();
    }

    /** JMeter's threads come 0, 1/n, 2/n, … of the ramp-up after the delay. */
    @Test
    void shouldLetClientsThatComeEvenlyAndGoTogetherRampUp() {
        ClientSchedule schedule = ClientSchedule.of(stays(5, 30, 5.5, 30, 6, 30, 6.5, 30, 0, 30));

        assertThat(schedule.groups()).containsExactly(new Group(1, 0, 0, 30), new Group(4, 5, 2, 25));
    }

    @Test
    void shouldMakeALevelForEachSecondInWhichClientsGo() {
        ClientSchedule schedule = ClientSchedule.of(stays(0, 4.1, 0, 4.9, 0, 5.2, 0, 7));

        assertThat(schedule.groups())
                .containsExactly(new Group(1, 0, 0, 7), new Group(2, 0, 0, 5), new Group(1, 0, 0, 4));
    }

    @Test
    void shouldSayWhatIsTooShortForJMeter() {
        ClientSchedule schedule = ClientSchedule.of(stays(0, 10, 3.1, 3.4, 5.1, 5.2));

        assertThat(schedule.groups()).containsExactly(new Group(1, 0, 0, 10));
        assertThat(schedule.leftOut()).isEqualTo(2);
    }

    /** A thousand clients that come and go evenly: the last one that comes is the first one that goes. */
    @Test
    void shouldRoundToMoreThanASecondWhenThereWouldBeTooManyGroups() {
        List<Stay> stays = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            stays.add(new Stay(0.6 * i, 1300 - 0.6 * i));
        }

        ClientSchedule schedule = ClientSchedule.of(stays);

        assertThat(schedule.groups()).hasSizeBetween(50, ClientSchedule.MOST_LEVELS);
        assertThat(schedule.grainS()).isEqualTo(10);
        assertThat(schedule.groups().stream().mapToInt(Group::clients).sum()).isEqualTo(1000);
        assertNear(schedule, stays, 1300);
    }

    /** Whatever the stays: as many clients as in the model at each time, but for those that come or go about then. */
    @Test
    void shouldHaveAsManyClientsAsTheModelAtAllTimes() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            List<Stay> stays = new ArrayList<>();
            for (int stage = 0; stage < 1 + random.nextInt(4); stage++) {
                int clients = 1 + random.nextInt(30);
                double from = 40 * random.nextDouble();
                double to = from + 2 + 40 * random.nextDouble();
                double comes = random.nextInt(3) == 0 ? 0 : random.nextDouble() * (to - from) / clients;
                double goes = random.nextBoolean() ? 0 : random.nextDouble() * 40 / clients;
                for (int i = 0; i < clients; i++) {
                    stays.add(new Stay(from + i * comes, to + (clients - i) * goes));
                }
            }

            ClientSchedule schedule = ClientSchedule.of(stays);

            assertThat(schedule.groups())
                    .as("seed %d", seed)
                    .isNotEmpty()
                    .allMatch(each -> each.durationS() > 0 && each.delayS() >= 0 && each.rampS() >= 0);
            assertThat(schedule.groups().stream().mapToInt(Group::clients).sum() + schedule.leftOut())
                    .as("seed %d", seed)
                    .isEqualTo(stays.size());
            assertNear(schedule, stays, 150);
        }
    }

    private static void assertNear(ClientSchedule schedule, List<Stay> stays, double endS) {
        List<Stay> threads = new ArrayList<>();
        for (Group each : schedule.groups()) {
            for (int i = 0; i < each.clients(); i++) {
                threads.add(new Stay(
                        each.delayS() + (double) i * each.rampS() / each.clients(), each.delayS() + each.durationS()));
            }
        }
        for (double t = 0.25; t < endS; t += 0.5) {
            double at = t;
            // Half a second at either end of a ramp-up, or half of what times are rounded to.
            double about = Math.max(1, schedule.grainS() / 2.0) + 0.01;
            long moving = stays.stream()
                    .filter(each -> Math.abs(each.fromS() - at) < about || Math.abs(each.toS() - at) < about)
                    .count();
            assertThat(present(threads, at))
                    .as("at %s s of %s", at, schedule)
                    .isCloseTo(present(stays, at), within((double) moving));
        }
    }

    private static double present(List<Stay> stays, double at) {
        return stays.stream()
                .mapToDouble(each -> each.fromS() <= at && at < each.toS() ? 1 : 0)
                .sum();
    }
}
