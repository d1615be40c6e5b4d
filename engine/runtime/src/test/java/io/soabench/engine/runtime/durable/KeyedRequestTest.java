package io.soabench.engine.runtime.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.record.RecordedRequest;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests with keys whose answers go to another place than the connection. */
class KeyedRequestTest {
    private static final String OPERATION = "test/client/run";
    private static final String KEY = "key a";
    private static final List<Element> PARTS = List.of(Element.text("", "", "text", "a"));
    private static final RecordedRequest RECORDED =
            new RecordedRequest(OPERATION, KEY, RequestKeys.fingerprint(PARTS), 1, false);

    private final RequestKeys keys = new RequestKeys(RequestKeys.Bounds.DEFAULT, new SystemEngineClock());

    /** A client that wants its answer at another place. */
    private static final class PostedTo implements KeyedClient {
        private final List<String> events = new ArrayList<>();

        @Override
        public void reply(List<Element> parts) {
            events.add("answered");
        }

        @Override
        public void fault(Fault fault) {
            events.add("fault");
        }

        @Override
        public String form() {
            return "elsewhere";
        }

        @Override
        public void taken() {
            events.add("taken");
        }

        @Override
        public void refused(Fault fault) {
            events.add("refused");
        }

        @Override
        public void overloaded() {
            events.add("overloaded");
        }

        @Override
        public void askReplica(int replica) {
            events.add("asks " + replica);
        }

        @Override
        public boolean isPosted() {
            return true;
        }

        @Override
        public boolean isGone() {
            return false;
        }
    }

    @Test
    void shouldPostTheAnswerThatWasDueOnALostConnection() {
        KeyedRequest request = keys.received(null, RECORDED, ReplyTo.NOBODY);
        PostedTo client = new PostedTo();

        RequestKeys.Claim claim = keys.claim(OPERATION, KEY, PARTS, false, client);

        assertThat(claim.result()).isEqualTo(RequestKeys.Result.REPEATED);
        assertThat(client.events).isEmpty();
        request.reply(PARTS);
        assertThat(client.events).containsExactly("taken", "answered");
    }

    @Test
    void shouldAcknowledgeARepetitionWhoseAnswerIsPostedLater() {
        KeyedRequest request = keys.received(null, RECORDED, new PostedTo());
        PostedTo client = new PostedTo();

        RequestKeys.Claim claim = keys.claim(OPERATION, KEY, PARTS, false, client);

        assertThat(claim.result()).isEqualTo(RequestKeys.Result.REPEATED);
        request.reply(PARTS);
        assertThat(client.events).containsExactly("taken");
    }

    @Test
    void shouldGiveItsClientUpAfterTheAnswer() {
        PostedTo client = new PostedTo();
        KeyedRequest request = keys.claim(OPERATION, KEY, PARTS, false, client).request();
        assertThat(request.form()).isEqualTo("elsewhere");

        request.taken();
        request.reply(PARTS);

        assertThat(client.events).containsExactly("taken", "answered");
        assertThat(request.form()).isNull();
    }

    @Test
    void shouldLetRepetitionsAskTheReplicaThatHasTheRequest() {
        PostedTo first = new PostedTo();
        PostedTo second = new PostedTo();
        KeyedRequest request = keys.claim(OPERATION, KEY, PARTS, false, first).request();
        assertThat(keys.claim(OPERATION, KEY, PARTS, false, new PostedTo()).result())
                .isEqualTo(RequestKeys.Result.REPEATED);
        keys.claim(OPERATION, KEY, PARTS, false, second);

        request.passOn(3);

        assertThat(first.events).isEmpty();
        assertThat(second.events).containsExactly("asks 3");
        assertThat(keys.knows(OPERATION, KEY)).isFalse();
        assertThat(keys.repeated()).as("they count where they get their answer").isZero();
        assertThat(keys.claim(OPERATION, KEY, PARTS, false, first).result()).isEqualTo(RequestKeys.Result.FIRST);
    }

    @Test
    void shouldAnswerARepetitionOfAKnownRequestOnly() {
        PostedTo client = new PostedTo();
        assertThat(keys.repetition(OPERATION, KEY, PARTS, false, client)).isNull();
        assertThat(keys.knows(OPERATION, KEY)).isFalse();
        assertThat(keys.size()).isZero();

        KeyedRequest request = keys.received(null, RECORDED, ReplyTo.NOBODY);

        assertThat(keys.knows(OPERATION, KEY)).isTrue();
        assertThat(keys.knows("another/client/run", KEY)).isFalse();
        assertThat(keys.repetition(OPERATION, KEY, List.of(), false, client))
                .isEqualTo(RequestKeys.Result.OTHER_REQUEST);
        assertThat(keys.repetition(OPERATION, KEY, PARTS, false, client)).isEqualTo(RequestKeys.Result.REPEATED);
        request.reply(PARTS);
        assertThat(client.events).containsExactly("taken", "answered");
        assertThat(keys.repeated()).isOne();
    }

    @Test
    void shouldKnowALongKeyByItsChecksum() {
        String key = "id " + "x".repeat(5_000);
        keys.claim(OPERATION, key, PARTS, false, new PostedTo());

        assertThat(RequestKeys.shortened(key))
                .hasSizeLessThan(100)
                .isEqualTo(RequestKeys.shortened(RequestKeys.shortened(key)));
        assertThat(keys.knows(OPERATION, RequestKeys.shortened(key))).isTrue();
        assertThat(keys.knows(OPERATION, key + "y")).isFalse();
    }
}
