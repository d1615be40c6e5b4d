package io.soabench.generators.mocks;

import io.soabench.generators.random.RandomStreams;
import io.soabench.plan.MockPlan;

/**
 * A number in the answers of a service that is drawn from the identifier of the request.
 *
 * @param path of its element, as the model has it
 * @param element its local name
 * @param least the least number
 * @param greatest the greatest one
 */
public record AnswerDraw(String path, String element, long least, long greatest) {

    /** Returns the draw of an instance: its key is the first number of the stream {@code /service/<service>/<instance>/answers/<path>}. */
    MockPlan.Draw of(String service, int instance, RandomStreams streams) {
        long key = streams.stream("/service/" + service + "/" + instance + "/answers/" + path)
                .nextLong();
        return new MockPlan.Draw(element, least, greatest, key);
    }
}
