package io.soabench.ansible.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostPlan;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionErrorsTest {

    private static final HostPlan HOST =
            new HostPlan("lab1", "10.1.2.3", false, Map.of("user", "bench", "port", "2222"), "", "", Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            bench@10.1.2.3: Permission denied (publickey).                          | it refuses the user or the key | authorized_keys
            ssh: connect to host 10.1.2.3 port 2222: Connection refused              | no SSH server answers | start sshd
            ssh: connect to host 10.1.2.3 port 2222: Connection timed out            | it does not answer | switch it on
            ssh: connect to host 10.1.2.3 port 2222: No route to host                | there is no way to it | switch it on
            ssh: Could not resolve hostname lab: Name or service not known           | its name is unknown | correct its address
            Host key verification failed.                                            | its host key is unknown or has changed | compare the key
            Connection to 10.1.2.3 closed by remote host.                            | the connection was closed | its log of sshd
            client_loop: send disconnect: Broken pipe                                | the connection was closed | its log of sshd
            sudo: a password is required                                             | sudo asks for a password | allow that user sudo
            """)
    void shouldSayWhatToDo(String said, String found, String remedy) {
        String sentence = ConnectionErrors.unreachable(HOST, "Warning: something else\n" + said + "\n");

        assertThat(sentence)
                .isEqualTo("host lab1 (bench@10.1.2.3, port 2222) cannot be worked on: " + found + " (" + said.strip()
                        + "); " + sentence.substring(sentence.lastIndexOf("; ") + 2))
                .contains(remedy);
    }

    @Test
    void shouldTellHowToTryWhenTheReasonIsUnknown() {
        assertThat(ConnectionErrors.unreachable(
                        HOST, "kex_exchange_identification: banner line contains invalid characters"))
                .isEqualTo(
                        "host lab1 (bench@10.1.2.3, port 2222) cannot be reached: kex_exchange_identification: banner"
                                + " line contains invalid characters; try \"ssh -p 2222 bench@10.1.2.3\" by hand");
    }

    @Test
    void shouldPassOnWhatThePlaybookSays() {
        assertThat(ConnectionErrors.failed(HOST, "no Java at /x;\n correct \"java\""))
                .isEqualTo("host lab1: no Java at /x; correct \"java\"");
        assertThat(ConnectionErrors.failed(HOST, "server engine-a is not ready: tcp://x did not come true"))
                .isEqualTo("server engine-a is not ready: tcp://x did not come true");
        assertThat(ConnectionErrors.failed(HOST, "Missing sudo password"))
                .isEqualTo("host lab1 (bench@10.1.2.3, port 2222) cannot be worked on: sudo asks for a password; allow"
                        + " that user sudo without a password, or leave out what needs it");
    }
}
