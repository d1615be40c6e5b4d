package io.soabench.engine.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.KeyedClient;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyedDeliveryTest {
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
                .isEqualTo(KeyedDelivery.class);
    }
}
