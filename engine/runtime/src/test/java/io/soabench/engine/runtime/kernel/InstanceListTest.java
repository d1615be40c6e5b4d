package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.scheduling.TestKernel;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A list of instances finds one by its number, wherever it stands. */
class InstanceListTest {
    private final Deployment deployment = TestKernel.meeting(Frame::complete);
    private final Kernel kernel = new TestKernel().kernel;
    private final InstanceList list = new InstanceList();

    private Instance added(long id) {
        InboundMessage message =
                new InboundMessage(deployment.program().provided().get(0), List.of(), ReplyTo.NOBODY);
        Instance instance = new Instance(kernel, deployment, null, message, id, null);
        list.add(instance);
        return instance;
    }

    @Test
    void shouldFindTheInstanceOfANumber() {
        Instance first = added(1);
        Instance second = added(17);
        Instance third = added(33);

        assertThat(list.find(1)).isSameAs(first);
        assertThat(list.find(33)).isSameAs(third);
        list.remove(second);
        assertThat(list.find(17)).isNull();
        assertThat(list.find(33)).isSameAs(third);
    }

    @Test
    void shouldFindAllOfManyAndForgetThoseThatHaveEnded() {
        List<Instance> all = LongStream.rangeClosed(1, 5_000)
                .mapToObj(number -> added(number * 16 + 5))
                .toList();
        List<Instance> ended = all.stream().filter(one -> one.id() % 3 == 0).toList();
        List<Instance> left = all.stream().filter(one -> one.id() % 3 != 0).toList();

        ended.forEach(list::remove);

        assertThat(ended).allSatisfy(one -> assertThat(list.find(one.id())).isNull());
        assertThat(left).allSatisfy(one -> assertThat(list.find(one.id())).isSameAs(one));
        assertThat(list.snapshot(Integer.MAX_VALUE)).containsExactlyElementsOf(left);
        assertThat(list.snapshot(2)).containsExactly(left.get(0), left.get(1));
    }

    @Test
    void shouldFindNothingInAnEmptyList() {
        assertThat(list.find(1)).isNull();
    }
}
