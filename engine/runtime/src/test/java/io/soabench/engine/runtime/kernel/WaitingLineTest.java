package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.scheduling.TestKernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A line of places: in order, with room or not, given back, and left from anywhere. */
class WaitingLineTest {
    private final Kernel kernel = new TestKernel().kernel;
    private final Deployment deployment = TestKernel.meeting(Frame::complete);
    private final InboundMessage message =
            new InboundMessage(deployment.program().provided().get(0), List.of(), ReplyTo.NOBODY);
    private final WaitingLine line = new WaitingLine();
    private long lastId;

    private WaitingLine.Place joined() {
        WaitingLine.Place place = line.place(new Instance(kernel, deployment, null, message, ++lastId, null));
        place.join();
        return place;
    }

    private WaitingLine.Place take() {
        return line.take(instance -> true);
    }

    @Test
    void shouldServeInOrder() {
        WaitingLine.Place first = joined();
        WaitingLine.Place second = joined();

        assertThat(line.first()).isSameAs(first.instance());
        assertThat(take()).isSameAs(first);
        assertThat(take()).isSameAs(second);
        assertThat(take()).isNull();
        assertThat(line.first()).isNull();
    }

    @Test
    void shouldPassOverInstancesWithoutRoom() {
        WaitingLine.Place full = joined();
        WaitingLine.Place free = joined();

        assertThat(line.take(instance -> !instance.equals(full.instance()))).isSameAs(free);
        assertThat(line.take(instance -> false)).isSameAs(WaitingLine.NO_ROOM);
        assertThat(take()).isSameAs(full);
    }

    @Test
    void shouldLookAtAHundredPlacesOnly() {
        for (int i = 0; i < 1_000; i++) {
            joined();
        }
        List<Instance> looked = new ArrayList<>();

        assertThat(line.take(instance -> !looked.add(instance))).isSameAs(WaitingLine.NO_ROOM);

        assertThat(looked).hasSize(100);
    }

    @Test
    void shouldGiveAPlaceBackWhereItWas() {
        WaitingLine.Place first = joined();
        WaitingLine.Place second = joined();
        WaitingLine.Place third = joined();
        take();
        take();

        second.giveBack();
        first.giveBack();
        first.giveBack();

        assertThat(take()).isSameAs(first);
        assertThat(take()).isSameAs(second);
        assertThat(take()).isSameAs(third);
        assertThat(take()).isNull();
    }

    @Test
    void shouldNotGiveBackAPlaceThatHasLeft() {
        WaitingLine.Place place = joined();
        take();
        place.leave();

        place.giveBack();
        place.join();

        assertThat(take()).isNull();
    }

    @Test
    void shouldNotLetAPlaceJoinThatHasLeftBefore() {
        WaitingLine.Place place = line.place(null);
        place.leave();

        place.join();

        assertThat(take()).isNull();
    }

    /** Walking the line for each of them would visit 10,000,000,000 places. */
    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLetPlacesLeaveInAnyOrderAtTheSameCost() {
        List<WaitingLine.Place> places = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            WaitingLine.Place place = line.place(null);
            place.join();
            places.add(place);
        }
        Collections.shuffle(places, new Random(1));
        WaitingLine.Place last = places.remove(places.size() - 1);

        places.forEach(WaitingLine.Place::leave);

        assertThat(take()).isSameAs(last);
        assertThat(take()).isNull();
    }
}
