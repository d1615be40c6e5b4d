package io.soabench.agent.stage;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostProblem;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** A host on which nothing happens but what the test says; what it is not told to answer is done. */
final class FakeHost implements Host {

    private final List<HostOrder> asked = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<HostMessage.Answer>> held = new CopyOnWriteArrayList<>();
    private final Map<Class<?>, Function<HostOrder, HostMessage.Answer>> answers = new HashMap<>();
    private final List<Consumer<HostMessage.Unasked>> listeners = new CopyOnWriteArrayList<>();
    private final List<Path> brought = new CopyOnWriteArrayList<>();
    private volatile String lost;

    /** Answers orders of that kind like that; {@code null}: not at all until they are cancelled. */
    FakeHost answers(Class<? extends HostOrder> kind, Function<HostOrder, HostMessage.Answer> answer) {
        answers.put(kind, answer);
        return this;
    }

    /** Does something when such an order comes, and has then done what was asked. */
    FakeHost when(Class<? extends HostOrder> kind, Runnable action) {
        return answers(kind, order -> {
            action.run();
            return HostMessage.Answer.done();
        });
    }

    /** Keeps orders of that kind until they are cancelled. */
    FakeHost keeps(Class<? extends HostOrder> kind) {
        return answers(kind, order -> null);
    }

    void say(HostMessage.Unasked word) {
        listeners.forEach(listener -> listener.accept(word));
    }

    void isLost(String sentence) {
        lost = sentence;
    }

    /** The kinds of orders that came, in order. */
    List<String> asked() {
        return asked.stream().map(order -> order.getClass().getSimpleName()).toList();
    }

    /** The orders of a kind that came. */
    <T extends HostOrder> List<T> asked(Class<T> kind) {
        return asked.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<Path> brought() {
        return brought;
    }

    @Override
    public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
        asked.add(order);
        if (order instanceof HostOrder.Cancel) {
            held.forEach(each ->
                    each.complete(HostMessage.Answer.of(HostProblem.of(HostProblem.Code.CANCELLED, "", "cancelled"))));
        }
        HostMessage.Answer answer = answers.getOrDefault(order.getClass(), any -> HostMessage.Answer.done())
                .apply(order);
        CompletableFuture<HostMessage.Answer> coming = new CompletableFuture<>();
        if (answer == null) {
            held.add(coming);
        } else {
            coming.complete(answer);
        }
        return coming;
    }

    @Override
    public Listening listen(Consumer<HostMessage.Unasked> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public CompletableFuture<HostMessage.Answer> fetchRecords(Path repetition) {
        brought.add(repetition);
        return CompletableFuture.completedFuture(HostMessage.Answer.done());
    }

    @Override
    public Optional<String> lost() {
        return Optional.ofNullable(lost);
    }
}
