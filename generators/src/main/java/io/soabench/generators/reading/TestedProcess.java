package io.soabench.generators.reading;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.DefaultMessages;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.soap.SoapOperation;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.RequestHeader;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CallTree;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.RequestForm;
import java.util.List;
import java.util.Optional;

/**
 * The target of clients, with its documents read: a process, or a service that is called directly.
 *
 * @param endpoint of a black-box process; otherwise empty
 * @param uiidPath path of the UIID in requests, expanded names; empty for requests without one
 * @param contract of a process that engines run
 * @param partners in the order of the model
 * @param clientLink the link by which clients call a process that engines run, otherwise empty
 * @param callback how it answers its clients later, if it does
 * @param trust the certificates by which the server of a black-box process is trusted; empty: as usual
 */
public record TestedProcess(
        Invocable model,
        String endpoint,
        SoapOperation operation,
        DefaultMessages messages,
        List<String> uiidPath,
        Optional<ProcessContract> contract,
        List<PartnerPlan> partners,
        String clientLink,
        Optional<ClientAnswer> callback,
        String trust) {

    public String name() {
        return model.getName();
    }

    /** Returns whether the process handles each fault that its partners declare, in the only language in which it is written. */
    public boolean handlesFaults() {
        return model instanceof WhiteBoxProcess white
                && white.getRealisations().isEmpty()
                && contract.filter(ProcessContract::handlesFaults).isPresent();
    }

    /** Returns the prescribed calls of a process that engines run; {@code null} where they are unknown. */
    public CallTree calls() {
        return contract.map(ProcessContract::calls).orElse(null);
    }

    /** Returns whether requests name the address for their answers by WS-Addressing. */
    public boolean addressed() {
        return callback.isPresent() && callback.get().plan().addressed();
    }

    /** Returns the expanded name of the body element in the answer to a request; empty when any will do. */
    public String answerElement() {
        if (callback.isPresent()) {
            return callback.get().element(messages);
        }
        try {
            return messages.answerElement(operation);
        } catch (NoInstanceException e) {
            // A process computes its own answer; that no default exists does not matter.
            return "";
        }
    }

    /**
     * Returns an envelope as clients send it: with the placeholder of the UIID, and where it is answered.
     *
     * @throws BadRequestDataException when the UIID has no place in it
     */
    public String request(String envelope) throws BadRequestDataException {
        String placed = RequestText.withPlaceholder(envelope, uiidPath);
        return addressed() ? RequestText.withReplyTo(placed, ClientAnswer.action(operation)) : placed;
    }

    /** Returns the form in which clients send requests. */
    public RequestForm form() {
        return new RequestForm(
                operation.soap(),
                model instanceof BlackBoxProcess box
                        ? box.getHeaders().stream().map(TestedProcess::header).toList()
                        : List.of(),
                trust);
    }

    private static HeaderPlan header(RequestHeader model) {
        return new HeaderPlan(
                model.getHeader(),
                model.getText(),
                model.getVariable(),
                model.getFile(),
                model.getScheme(),
                model.getUser());
    }

    /** Returns how many calls of a service instance one request causes; at least 1. */
    public int steps(String service, int instance) {
        if (contract.isEmpty()) {
            return model.getName().equals(service) && model instanceof Service ? 1 : BehaviourTraces.UNKNOWN_STEPS;
        }
        long steps = 0;
        for (PartnerPlan partner : partners) {
            if (partner.service().equals(service) && partner.instance() == instance) {
                Long most = contract.get().most().get(partner.link());
                if (most == null) {
                    return BehaviourTraces.UNKNOWN_STEPS;
                }
                steps += most;
            }
        }
        return (int) Math.max(1, Math.min(steps, Integer.MAX_VALUE));
    }

    /** Returns whether one of its partner links is bound to a service instance. */
    public boolean calls(String service, int instance) {
        return partners.stream()
                        .anyMatch(partner -> partner.service().equals(service) && partner.instance() == instance)
                || (model instanceof Service && model.getName().equals(service) && instance == 1);
    }
}
