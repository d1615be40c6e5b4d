package io.soabench.languages.bpmn;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.languages.MessageContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The contract that a BPMN file has to keep.
 *
 * @param partners by name: their operations, with the number of values of each request
 * @param answer number of values of the client's answer; empty for a one-way operation
 */
public record BpmnContract(Map<String, Map<String, Integer>> partners, Optional<Integer> answer) {

    static final String CODE = "BPMN-CONTRACT";

    /** Returns a contract by the numbers of its values, since expressions give values by their place. */
    static BpmnContract of(MessageContract contract) {
        Map<String, Map<String, Integer>> partners = new TreeMap<>();
        contract.partners().forEach((partner, operations) -> {
            Map<String, Integer> values = new TreeMap<>();
            operations.forEach((operation, names) -> values.put(operation, names.size()));
            partners.put(partner, values);
        });
        return new BpmnContract(partners, contract.answer().map(List::size));
    }

    /** Returns where a file breaks the contract, sorted. */
    public List<Problem> problems(BpmnDocument document) {
        Problems problems = new Problems();
        boolean answered = false;
        for (BpmnCall call : document.calls()) {
            if (call.answers()) {
                answered = true;
                answer(call, problems);
            } else {
                partner(call, problems);
            }
        }
        if (answer.isPresent() && !answered && !document.processId().isEmpty()) {
            problems.add(
                    CODE,
                    Location.of(document.file()),
                    "no task answers the client; add a service task with expression=\"${client.answer(exchange"
                            + ", value".repeat(answer.get()) + ")}\"");
        }
        return problems.list();
    }

    private void answer(BpmnCall call, Problems problems) {
        if (answer.isEmpty()) {
            problems.add(
                    CODE,
                    call.location(),
                    "task \"" + call.task() + "\" answers the client, whose operation is one-way; remove the answer");
        } else if (call.values() != answer.get()) {
            problems.add(
                    CODE,
                    call.location(),
                    "task \"" + call.task() + "\" answers with " + values(call.values()) + "; the answer has "
                            + values(answer.get()));
        }
    }

    private void partner(BpmnCall call, Problems problems) {
        Map<String, Integer> operations = partners.get(call.bean());
        if (operations == null) {
            problems.add(
                    CODE,
                    call.location(),
                    "task \"" + call.task() + "\" calls \"" + call.bean()
                            + "\", which is no partner of the process; its partners are " + names(partners));
        } else if (call.operation().isEmpty()) {
            problems.add(
                    CODE,
                    call.location(),
                    "task \"" + call.task() + "\" calls partner \"" + call.bean()
                            + "\" without the name of an operation; write " + call.bean() + ".call('"
                            + operations.keySet().stream().findFirst().orElse("operation") + "', …)");
        } else if (!operations.containsKey(call.operation())) {
            problems.add(
                    CODE,
                    call.location(),
                    "partner \"" + call.bean() + "\" has no operation \"" + call.operation() + "\"; it has "
                            + names(operations));
        } else if (operations.get(call.operation()) != call.values()) {
            problems.add(
                    CODE,
                    call.location(),
                    "task \"" + call.task() + "\" calls operation \"" + call.operation() + "\" with "
                            + values(call.values()) + "; its message has "
                            + values(operations.get(call.operation())));
        }
    }

    private static String names(Map<String, ?> named) {
        return named.isEmpty() ? "none" : String.join(", ", new TreeMap<>(named).keySet());
    }

    private static String values(int number) {
        return number == 1 ? "1 value" : number + " values";
    }
}
