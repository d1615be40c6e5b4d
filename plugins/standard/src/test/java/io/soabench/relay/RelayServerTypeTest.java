package io.soabench.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RelayServerTypeTest {

    private static final Map<String, String> VALUES = Map.of(
            "java", "java",
            "classpath:relay", "x.jar",
            "address", "127.0.0.1",
            "port:tcp", "8081",
            "param:to", "127.0.0.1:8080",
            "param:request-latency", "constant:2",
            "param:response-latency", "lognormal:1:0.4",
            "param:seed", "42",
            "repetition", "3");

    @Test
    void shouldBeFoundWhenTheToolLooksForServerTypes() {
        assertThat(ServiceLoader.load(ServerType.class).stream()
                        .map(provider -> provider.get().name()))
                .containsExactlyInAnyOrder("front", "reference", "relay");
        assertThat(Placeholders.problems(new RelayServerType())).isEmpty();
    }

    @Test
    void shouldStartTheProgramWhenPlaceholdersAreFilled() throws Exception {
        List<String> command =
                Placeholders.arguments(new RelayServerType().lifecycle().start().arguments(), VALUES::get);

        int main = command.indexOf(RelayProgram.class.getName());
        RelayOptions options =
                RelayOptions.parse(command.subList(main + 1, command.size()).toArray(String[]::new));
        assertThat(options.listen()).isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8081));
        assertThat(options.to()).isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080));
        assertThat(options.seed()).isEqualTo(42);
        assertThat(options.repetition()).isEqualTo(3);
    }

    @Test
    void shouldSayAllThatIsWrongWhenTheCommandLineIs() {
        assertThat(wrong(
                        "--listen",
                        "x",
                        "--to",
                        "y:99999",
                        "--request-latency",
                        "1",
                        "--response-latency",
                        "constant:1",
                        "--seed",
                        "z",
                        "--repetition",
                        "0",
                        "--what"))
                .isEqualTo(
                        """
                Invalid value for option '--listen': "x" is not an address; write HOST:PORT
                Invalid value for option '--to': "y:99999" is not an address; write HOST:PORT
                Invalid value for option '--request-latency': "1" is not a latency; write %s
                Invalid value for option '--seed': "z" is not a whole number
                Invalid value for option '--repetition': "0" is not a whole number from 1
                Unknown option: '--what'
                Usage: relay --listen=HOST:PORT --repetition=N --request-latency=L
                             --response-latency=L --seed=N --to=HOST:PORT
                      --listen=HOST:PORT     Address on which the relay accepts connections.
                      --to=HOST:PORT         Target of the connections.
                      --request-latency=L    Latency towards the target.
                      --response-latency=L   Latency from the target.
                      --seed=N               Seed of all latencies.
                      --repetition=N         Number of the repetition, from 1."""
                                .formatted(Latency.FORMS));
        assertThat(wrong("--listen", "127.0.0.1:1", "--to", "127.0.0.1:2", "--request-latency", "constant:1"))
                .startsWith(
                        "Missing required options: '--response-latency=L', '--seed=N', '--repetition=N'\nUsage: relay ");
    }

    @Test
    void shouldDrawOtherLatenciesInEachRepetitionAndTheSameWhenItIsDoneAgain() throws Exception {
        List<Long> firsts = new ArrayList<>();
        for (String repetition : List.of("1", "2", "3", "4")) {
            long first = drawn(repetition);

            assertThat(drawn(repetition)).isEqualTo(first);
            firsts.add(first);
        }

        assertThat(firsts).doesNotHaveDuplicates().first().isEqualTo(new SplittableRandom(42).nextLong());
    }

    private static long drawn(String repetition) throws RelayOptions.Refused {
        return RelayOptions.parse(
                        "--listen",
                        "127.0.0.1:1",
                        "--to",
                        "127.0.0.1:2",
                        "--request-latency",
                        "constant:1",
                        "--response-latency",
                        "constant:1",
                        "--seed",
                        "42",
                        "--repetition",
                        repetition)
                .random()
                .nextLong();
    }

    private static String wrong(String... arguments) {
        try {
            return RelayOptions.parse(arguments).toString();
        } catch (RelayOptions.Refused e) {
            return e.getMessage();
        }
    }
}
