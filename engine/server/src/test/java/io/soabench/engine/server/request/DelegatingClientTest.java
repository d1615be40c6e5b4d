package io.soabench.engine.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DelegatingClientTest {
    /**
     * A client on a connection, or a place where answers are posted; keeps the names of the methods that were called.
     */
    private static final class Receiver implements KeyedClient {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void reply(List<Element> parts) {
            calls.add("reply");
        }

        @Override
        public void fault(Fault fault) {
            calls.add("fault");
        }

        @Override
        public ReplyTo whenPosted(Runnable posted) {
            calls.add("whenPosted");
            return this;
        }

        @Override
        public String form() {
            calls.add("form");
            return "form";
        }

        @Override
        public InboundMessage request() {
            calls.add("request");
            return null;
        }

        @Override
        public void taken() {
            calls.add("taken");
        }

        @Override
        public void refused(Fault fault) {
            calls.add("refused");
        }

        @Override
        public void overloaded() {
            calls.add("overloaded");
        }

        @Override
        public boolean isPosted() {
            calls.add("isPosted");
            return false;
        }

        @Override
        public boolean isGone() {
            calls.add("isGone");
            return true;
        }
    }

    static Stream<Method> methodsOfClients() {
        return Arrays.stream(KeyedClient.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    /** A default of the interface would hide what the client says, such as the place where an answer is posted. */
    @ParameterizedTest
    @MethodSource("methodsOfClients")
    void shouldLeaveNothingOfItsClientToADefault(Method method) throws NoSuchMethodException {
        assertThat(KeyedDelivery.class
                        .getMethod(method.getName(), method.getParameterTypes())
                        .getDeclaringClass())
                .isIn(KeyedDelivery.class, DelegatingClient.class);
    }

    @Test
    void shouldAcknowledgeOnTheConnectionAndAnswerAtTheOtherPlace() {
        Receiver connection = new Receiver();
        Receiver place = new Receiver();
        PostedClient client = new PostedClient(connection, place);

        client.reply(List.of());
        client.fault(null);
        assertThat(client.whenPosted(() -> {})).isSameAs(place);
        assertThat(client.form()).isEqualTo("form");
        assertThat(client.request()).isNull();
        client.taken();
        client.refused(null);
        client.overloaded();
        assertThat(client.isGone()).isTrue();
        assertThat(client.isPosted()).isTrue();

        assertThat(place.calls).containsExactly("reply", "fault", "whenPosted", "form", "request");
        assertThat(connection.calls).containsExactly("taken", "refused", "overloaded", "isGone");
    }

    /** A client of an engine without replicas that are processes is refused. */
    @Test
    void shouldRefuseOnTheConnectionWhenAnotherReplicaIsAsked() {
        Receiver connection = new Receiver();
        Receiver place = new Receiver();

        new PostedClient(connection, place).askReplica(1);

        assertThat(connection.calls).containsExactly("overloaded");
        assertThat(place.calls).isEmpty();
    }
}
