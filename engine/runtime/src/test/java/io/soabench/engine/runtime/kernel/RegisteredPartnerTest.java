package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An address is kept until it is gone, and the registry is asked seldom. */
class RegisteredPartnerTest {
    private static final QualifiedName PORT_TYPE = new QualifiedName("urn:quotes", "Quote");

    private final List<Consumer<List<String>>> questions = new ArrayList<>();
    private final List<String> found = new ArrayList<>();
    private long nowNs;
    private RegisteredPartner partner = partner("http://a/");

    private RegisteredPartner partner(String address) {
        return new RegisteredPartner(
                address,
                PORT_TYPE,
                (portType, answer) -> {
                    assertThat(portType).isEqualTo(PORT_TYPE);
                    questions.add(answer);
                },
                new EngineClock() {
                    @Override
                    public long nanoTime() {
                        return nowNs;
                    }

                    @Override
                    public long epochMs() {
                        return 0;
                    }
                });
    }

    private void gone(String address) {
        partner.replace(address, found::add);
    }

    private void answer(String... addresses) {
        questions.remove(0).accept(List.of(addresses));
    }

    private void later() {
        nowNs += RegisteredPartner.PAUSE_NS;
    }

    @Test
    void shouldStayWhereItIsUntilItIsGone() {
        assertThat(partner.address()).isEqualTo("http://a/");
        assertThat(questions).isEmpty();
    }

    @Test
    void shouldGoWhereTheRegistrySaysButNotWhereNobodyIs() {
        gone("http://a/");

        answer("http://a/", "http://b/");

        assertThat(found).containsExactly("http://b/");
        assertThat(partner.address()).isEqualTo("http://b/");
        assertThat(partner.hasHadAddress("http://a/")).isTrue();
        assertThat(partner.hasHadAddress("http://b/")).isTrue();
        assertThat(partner.hasHadAddress("http://c/")).isFalse();
    }

    @Test
    void shouldAskOnceForAllWhoFindItGone() {
        gone("http://a/");
        gone("http://a/");

        assertThat(questions).hasSize(1);
        answer("http://b/");
        gone("http://a/");

        assertThat(questions).isEmpty();
        assertThat(found).containsExactly("http://b/", "http://b/", "http://b/");
    }

    @Test
    void shouldNotAskAgainBeforeThePauseIsOver() {
        gone("http://a/");
        answer("http://a/");
        nowNs += RegisteredPartner.PAUSE_NS - 1;
        gone("http://a/");

        assertThat(questions).isEmpty();
        assertThat(found).containsExactly(null, null);
        assertThat(partner.address()).isEqualTo("http://a/");

        nowNs++;
        gone("http://a/");

        answer("http://a/", "http://b/");
        assertThat(found).containsExactly(null, null, "http://b/");
    }

    @Test
    void shouldReturnToTheOneThatIsGoneForLongestWhenThereIsNoOther() {
        gone("http://a/");
        answer("http://b/");
        later();
        gone("http://b/");
        answer("http://c/", "http://a/", "http://b/");
        later();

        gone("http://c/");
        answer("http://c/", "http://b/", "http://a/");

        assertThat(found).containsExactly("http://b/", "http://c/", "http://a/");
    }

    @Test
    void shouldChangeAfterALostCallOnlyForAnAddressThatIsNotKnownToBeGone() {
        gone("http://a/");
        answer("http://b/");
        later();
        partner.suspect("http://b/");
        answer("http://a/", "http://b/");

        assertThat(partner.address()).isEqualTo("http://b/");

        partner.suspect("http://b/");
        assertThat(questions).isEmpty();
        later();
        partner.suspect("http://a/");
        assertThat(questions).isEmpty();
        partner.suspect("http://b/");
        answer("http://a/", "http://b/", "http://c/");

        assertThat(partner.address()).isEqualTo("http://c/");
    }

    @Test
    void shouldTakeTheAnswerToAnothersQuestion() {
        partner.suspect("http://a/");
        gone("http://a/");

        assertThat(questions).hasSize(1);
        answer("http://a/", "http://b/");

        assertThat(found).containsExactly("http://b/");
    }

    @Test
    void shouldAskFirstWhenNoAddressIsKnown() {
        partner = partner("");

        gone("");
        answer("http://b/");

        assertThat(partner.address()).isEqualTo("http://b/");
        assertThat(found).containsExactly("http://b/");
    }
}
