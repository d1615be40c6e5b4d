package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OdeOptionsTest {

    private static OdeOptions parse(String more) throws OdeRefused {
        List<String> arguments =
                new ArrayList<>(Arrays.asList("--host", "127.0.0.1", "--port", "8081", "--folder", "/f"));
        arguments.addAll(Arrays.asList(more.split(" ", -1)));
        return OdeOptions.parse(arguments.toArray(String[]::new));
    }

    @Test
    void shouldTakeStockValuesWhenNothingElseIsSaid() throws OdeRefused {
        OdeOptions options = parse("--persistence derby --settings stock");

        assertThat(options)
                .isEqualTo(new OdeOptions("127.0.0.1", 8081, Path.of("/f"), false, false, OdeSettings.STOCK));
        assertThat(options.settings().odeProperties())
                .isEqualTo(Map.of(
                        "ode-axis2.db.mode", "EMBEDDED",
                        "ode-axis2.db.emb.name", "derby-jpadb",
                        "ode-axis2.jca.port", "0"));
        assertThat(options.settings().endpointProperties()).isEmpty();
    }

    @Test
    void shouldConfigureOdeWhenTuned() throws OdeRefused {
        OdeOptions options = parse("--persistence memory --settings tuned");

        assertThat(options.inMemory()).isTrue();
        assertThat(options.settings().odeProperties())
                .containsEntry("ode-axis2.db.pool.max", "500")
                .containsEntry("ode-axis2.db.pool.min", "5")
                .containsEntry("ode.scheduler.immediateTransactionRetryInterval", "20")
                .containsEntry("ode.scheduler.immediateTransactionRetryLimit", "300");
        assertThat(options.settings().endpointProperties())
                .isEqualTo(Map.of("mex.timeout", "30000", "ServiceClient.autoOperationCleanup", "false"));
    }

    @Test
    void shouldPreferWhatIsSaidExplicitly() throws OdeRefused {
        OdeSettings settings = parse("--persistence memory --settings tuned --http-threads 7 --connections 3"
                        + " --message-timeout 1500")
                .settings();

        assertThat(settings.httpThreads()).isEqualTo(7);
        assertThat(settings.odeProperties())
                .containsEntry("ode-axis2.db.pool.max", "3")
                .containsEntry("ode-axis2.db.pool.min", "3");
        assertThat(settings.endpointProperties()).containsEntry("mex.timeout", "1500");
    }

    @Test
    void shouldNameAllProblemsAtOnce() {
        assertThatThrownBy(() -> OdeOptions.parse(
                        "--host",
                        "h",
                        "--port",
                        "65536",
                        "--persistence",
                        "disk",
                        "--settings",
                        "best",
                        "--x",
                        "1",
                        "--connections",
                        "many",
                        "--http-threads"))
                .isInstanceOfSatisfying(
                        OdeRefused.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "Invalid value for option '--port': 65536 is not a whole number from 1 to 65535",
                                        "Invalid value for option '--persistence': disk is not known; use derby or memory",
                                        "Invalid value for option '--settings': best is not known; use stock or tuned",
                                        "Invalid value for option '--connections': many is not a whole number from 1 to 10000",
                                        "Missing required parameter for option '--http-threads' (N)",
                                        "Missing required option: '--folder=DIR'",
                                        "Unknown options: '--x', '1'",
                                        """
                                Usage: soabench-ode [--connections=N] --folder=DIR --host=ADDRESS
                                                    [--http-threads=N] [--message-timeout=MS]
                                                    --persistence=derby|memory --port=N --settings=stock|tuned
                                      --host=ADDRESS         Address to listen on.
                                      --port=N               TCP port, from 1 to 65535.
                                      --folder=DIR           An existing folder for all files of the instance.
                                      --persistence=derby|memory
                                                             Where ODE keeps instances.
                                      --settings=stock|tuned Settings of ODE and Tomcat as released, or for
                                                               hundreds of clients.
                                      --http-threads=N       Threads of Tomcat (default: that of the settings).
                                      --connections=N        Connections to the database, and to partners
                                                               (default: that of the settings).
                                      --message-timeout=MS   Time for an answer in milliseconds (default: that
                                                               of the settings)."""));
    }
}
