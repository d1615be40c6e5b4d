package io.soabench.start.bpmn;

import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/** The answers of a process to its client, one before each end event of the outermost scope. */
final class ClientAnswers {

    private final Element process;
    private final String file;
    private final PartIds ids;

    /** @param file name of the file, for sentences */
    ClientAnswers(Element process, String file, PartIds ids) {
        this.process = process;
        this.file = file;
        this.ids = ids;
    }

    /**
     * Adds the answers.
     *
     * @return the ids of the end events
     * @throws UnsuitableProcessException when the process has no start or no end
     */
    List<String> add() throws UnsuitableProcessException {
        List<Element> ends = Dom.children(process, "endEvent").toList();
        if (Dom.children(process, "startEvent").findAny().isEmpty()) {
            throw new UnsuitableProcessException(
                    file + " has no start event, so no request starts an instance; add one");
        }
        if (ends.isEmpty()) {
            throw new UnsuitableProcessException(file + " has no end event that an instance reaches; add one");
        }
        for (Element end : ends) {
            Element answer = Dom.append(process, "serviceTask");
            answer.setAttribute("id", ids.free("answer"));
            answer.setAttribute("name", "Answer the client");
            Dom.engine(answer, "expression", "${client.answer(exchange, id, '" + text(end.getAttribute("id")) + "')}");
            SequenceFlows.insertBefore(process, end, answer, ids.free("answered"));
        }
        return ends.stream().map(each -> each.getAttribute("id")).toList();
    }

    /** Returns the id of an end event as the answer has it. */
    private static String text(String end) {
        return end.replaceAll("[^\\w.-]", "_");
    }

    /**
     * Returns the end event that a request reaches, as the answer has it; empty where a request reaches several.
     *
     * @param notes gets a sentence on gateways at which instances wait for ever, and on several ends that one request reaches
     * @throws UnsuitableProcessException when no end is reached
     */
    Optional<String> reachedEnd(List<String> ends, GatewayChoices choices, List<String> notes)
            throws UnsuitableProcessException {
        List<String> reached = ends.stream().filter(choices.ends()::containsKey).toList();
        String stuck = String.join(", ", choices.stuck());
        if (reached.isEmpty()) {
            throw new UnsuitableProcessException(file + " never answers a request: "
                    + (stuck.isEmpty()
                            ? "its path leads to no end event; let it lead to one"
                            : stuck + "; make it an exclusive gateway, or take all its flows"));
        }
        if (!stuck.isEmpty()) {
            notes.add("instances answer, but never end: " + stuck
                    + "; make it an exclusive gateway, or take all its flows");
        }
        int times = reached.stream().mapToInt(choices.ends()::get).sum();
        if (times > 1) {
            notes.add(
                    (reached.size() == 1 ? "one end is reached " + times + " times" : "several ends are reached")
                            + " by one request (" + String.join(", ", reached)
                            + "): the first of them answers the client; join the branches before the end to answer when all are done");
        }
        return reached.size() == 1 ? Optional.of(text(reached.get(0))) : Optional.empty();
    }
}
