package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.ServerPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A type whose servers run another version of its program is that type in all else. */
final class OtherVersionTest {

    private static final String NEXT = "crane@2.0";

    /** Packages by saying no, and has a default of its role that it changes. */
    private static class Crane implements Engine {

        @Override
        public String name() {
            return "crane";
        }

        @Override
        public String licence() {
            return "MIT";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("crane", "com.example:crane:1.0"), new Program("hook", "com.example:hook:7"));
        }

        @Override
        public Checksums checksums() {
            return new Checksums(Map.of("crane-1.0.jar", "0".repeat(64)));
        }

        @Override
        public Lifecycle lifecycle() {
            throw new IllegalStateException("not asked here");
        }

        @Override
        public void packageProcess(ProcessSource process, Path folder) throws IOException {
            throw new IOException("too heavy");
        }

        @Override
        public String registryParameter() {
            return "registry";
        }
    }

    /** What it is by what it inherits from. */
    private static final class LargeCrane extends Crane {}

    private static ServerPlan server(String name, String type) {
        return new ServerPlan(name, type, "here", Map.of(), Map.of(), List.of());
    }

    private static Map<String, ServerType> types(Crane crane, String... servers) {
        return ServerTypes.of(
                Map.of("crane", crane),
                List.of(servers).stream().map(type -> server("s", type)).toList());
    }

    @Test
    void shouldRunTheOtherVersionAndBeTheSameInAllElse() {
        Map<String, ServerType> types = types(new LargeCrane(), "crane", NEXT, NEXT);

        assertThat(types).containsOnlyKeys("crane", NEXT);
        assertThat(types.get("crane").programs().get(0).coordinates()).isEqualTo("com.example:crane:1.0");
        ServerType next = types.get(NEXT);
        assertThat(next.name()).isEqualTo(NEXT);
        assertThat(next.programs())
                .containsExactly(
                        new ServerType.Program("crane", "com.example:crane:2.0"),
                        new ServerType.Program("hook", "com.example:hook:7"));
        assertThat(next.licence()).isEqualTo("MIT");
        assertThat(next.checksums()).as("of another release").isEqualTo(Checksums.NONE);
        assertThat(next).isInstanceOf(Engine.class).isNotInstanceOf(MockHost.class);
        assertThat(((Engine) next).registryParameter()).isEqualTo("registry");
        assertThatThrownBy(() -> ((Engine) next).packageProcess(null, null))
                .isInstanceOf(IOException.class)
                .hasMessage("too heavy");
        assertThat(ServerTypes.written(next)).as("who wrote it").isEqualTo(LargeCrane.class);
        assertThat(Map.of(next, 1)).containsKey(next);
    }

    @Test
    void shouldRunAnotherProgramInItsPlace() {
        String ours = "crane@org.example:ours:3";

        assertThat(types(new Crane(), ours).get(ours).programs().get(0))
                .isEqualTo(new ServerType.Program("crane", "org.example:ours:3"));
    }

    @Test
    void shouldLeaveOutWhatIsNotInstalled() {
        assertThat(types(new Crane(), "other@1")).containsOnlyKeys("crane");
        assertThat(server("a", NEXT).declaredType()).isEqualTo("crane");
        assertThat(server("a", NEXT).version()).isEqualTo("2.0");
        assertThat(server("a", "crane").version()).isEmpty();
    }

    @Test
    void shouldGiveTheVersionToTheServerAndNotToItsFront() {
        ServerType.Program front = new ServerType.Program(
                "winch", "io.soabench:front:1", List.of("com.example:winch:7", "org.h2:h2:2"), List.of("junit:*"));

        assertThat(front.version("8").with()).containsExactly("com.example:winch:8", "org.h2:h2:2");
        assertThat(front.version("8").coordinates()).isEqualTo("io.soabench:front:1");
        assertThat(front.version("org.fork:winch:9").with()).startsWith("org.fork:winch:9");
        assertThat(front.key()).isNotEqualTo(front.version("8").key());
        for (ServerType.Program each : List.of(
                front,
                front.version("8"),
                new ServerType.Program("winch", "a:b:jar:c:1"),
                new ServerType.Program("winch", "a:b:1", List.of("c:d:2"), List.of()),
                new ServerType.Program("winch", "a:b:1", List.of(), List.of("c:d", "e:*")))) {
            ServerType.Program read = ServerType.Program.ofKey(each.key());
            assertThat(new ServerType.Program(each.name(), read.coordinates(), read.with(), read.without()))
                    .isEqualTo(each);
        }
    }

    /** Modules of one release do not work with those of another. */
    @Test
    void shouldGiveTheVersionToAllModulesOfTheServersRelease() {
        ServerType.Program front = new ServerType.Program(
                "winch",
                "io.soabench:front:1",
                List.of("com.example:winch:7", "com.example:winch-rope:7", "com.example:paint:2", "org.other:winch:7"),
                List.of());

        assertThat(front.version("8").with())
                .containsExactly(
                        "com.example:winch:8", "com.example:winch-rope:8", "com.example:paint:2", "org.other:winch:7");
        assertThat(front.version("com.example:winch:9").with())
                .startsWith("com.example:winch:9", "com.example:winch-rope:9");
    }
}
