package io.soabench.reports.chapters;

import io.soabench.reports.design.Layout;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** How to read the report. */
public final class Reading implements Chapter {

    private static final List<String> PARAGRAPHS = List.of(
            "Response time is counted from the moment at which the workload wanted the request to begin, not from"
                    + " the moment at which the load client managed to send it. A slow engine therefore cannot hide"
                    + " behind a load client that waits for it.",
            "A request without an answer within the time-out is a failure and keeps its place in the counts; it"
                    + " is never dropped.",
            "A repetition is valid when the load client kept its schedule, no sample was lost, the partners took"
                    + " the time that was planned for them, and the engine did all the work that the process"
                    + " prescribes. Invalid repetitions are shown and never enter a mean or a comparison.",
            "The confidence interval of a mean treats the repetitions as independent observations and the"
                    + " requests within a repetition as one. With two repetitions it is wide: that is honest, not a"
                    + " fault. More repetitions make it narrower.",
            "Overhead is the response time minus the time of an ideal engine that needs no time itself. It is known"
                    + " for each request, because the partners’ response times are planned in advance.",
            "An event of the model is a dashed mark in the charts over time, at the mean of its times in the repetitions. A"
                    + " repetition in which it did not happen is invalid. Requests that fail because the model took a partner"
                    + " away are failures of the partner, not of the engine.",
            "The ledger compares what was sent, what the engine says it did, and what the partners saw. An engine"
                    + " that skips work is found here.");

    @Override
    public String title() {
        return "How to read this report";
    }

    @Override
    public String bookmark() {
        return "reading";
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        for (String paragraph : PARAGRAPHS) {
            rows.add(layout.label(paragraph, "paragraph"));
        }
    }
}
