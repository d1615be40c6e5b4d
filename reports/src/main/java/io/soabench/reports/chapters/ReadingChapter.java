package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with instructions for reading the report, and the methods of its numbers. */
public final class ReadingChapter implements Chapter {

    private static final List<String> PARAGRAPHS = List.of(
            "The response time of a request is counted from the moment at which the workload wanted it to be sent, not from the"
                    + " moment at which the load client managed to send it. So a slow engine cannot hide behind a load client that"
                    + " waits for it.",
            "A request that is not answered before the time-out is a failure. It stays in all counts and is never dropped.",
            "A repetition is valid when no criterion is violated: the load client kept its schedule, no sample was lost, the partners"
                    + " took the time that was planned for them, and the engine did all the work that the process prescribes. Invalid"
                    + " repetitions are shown, but enter no mean and no comparison.",
            "Each event of the model, and each later step of one, is a dashed line in the charts over time, at the mean of its"
                    + " times in the repetitions. A"
                    + " repetition in which it did not happen is invalid. Requests that fail because the model took a partner"
                    + " away are failures of the partner, not of the engine.",
            "The ledger compares what was sent, what the engine says it did, and what the partners saw. An engine that skips work"
                    + " is found here.",
            "All words are explained in the glossary at the end.");

    @Override
    public String title() {
        return "How to read this report";
    }

    @Override
    public String bookmark() {
        return "reading";
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        for (String paragraph : PARAGRAPHS) {
            rows.add(layout.label(paragraph, "paragraph"));
        }
        rows.add(layout.label("How the numbers are made", "subheading"));
        for (MethodTexts.Method method : MethodTexts.ALL) {
            rows.add(layout.definition(method.title(), method.text(), method.bookmark()));
        }
    }
}
