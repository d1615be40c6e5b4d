package io.soabench.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new PostgresServerType();
    }

    @Override
    protected boolean isOnTheHost() {
        return true;
    }

    @Test
    void shouldForceEachCommitToDiskUnlessItsParametersSayOtherwise() {
        assertThat(type()).isNotInstanceOf(Engine.class);
        assertThat(type().durability(Map.of()).level()).isEqualTo(Durability.Level.DISK);
        assertThat(type().durability(Map.of("fsync", "true", "settings", "jit=off"))
                        .level())
                .isEqualTo(Durability.Level.DISK);
        assertThat(type().durability(Map.of("fsync", "false")).level()).isEqualTo(Durability.Level.PROCESS);
        assertThat(type().durability(Map.of("settings", "jit=off synchronous_commit=off"))
                        .level())
                .isEqualTo(Durability.Level.UNKNOWN);
        assertThat(type().durability(Map.of("settings", "jit=off\nfull-page-writes=off"))
                        .level())
                .isEqualTo(Durability.Level.UNKNOWN);
    }

    @Test
    void shouldNameTheProgramsThatItsHostNeeds() {
        assertThat(type().hostPrograms(Map.of("version", "0")))
                .isEqualTo(type().hostPrograms(Map.of()))
                .singleElement()
                .satisfies(any -> {
                    assertThat(any.places()).containsExactly("/usr/lib/postgresql/*/bin/initdb");
                    assertThat(any.missing("db", "h2"))
                            .isEqualTo("server db needs PostgreSQL, which host h2 does not have; install the package"
                                    + " postgresql there");
                });
        assertThat(type().hostPrograms(Map.of("version", "15"))).singleElement().satisfies(chosen -> {
            assertThat(chosen.places()).containsExactly("/usr/lib/postgresql/15/bin/initdb");
            assertThat(chosen.missing("db", "h2"))
                    .endsWith("; install the package postgresql-15 there, or choose another version");
        });
    }
}
