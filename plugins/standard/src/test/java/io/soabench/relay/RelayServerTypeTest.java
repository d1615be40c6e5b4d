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
                .containsExactlyInAnyOrder("reference", "relay");
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
                        "constant:1"))
                .contains("--seed is missing", "--repetition is missing");
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
                        "0"))
                .contains(
                        "\"x\" is no address; write HOST:PORT",
                        "\"y:99999\" is no address",
                        "\"1\" is no latency",
                        "the seed \"z\" is no whole number",
                        "the repetition \"0\" is no whole number from 1",
                        "usage: --listen");
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

    private static long drawn(String repetition) throws RelayOptions.Wrong {
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
        } catch (RelayOptions.Wrong e) {
            return e.getMessage();
        }
    }
}
