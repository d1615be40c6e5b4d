package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with instructions for reading the report, and the methods of its numbers. */
public final class ReadingChapter implements Chapter {

    private static final List<String> PARAGRAPHS = List.of(
            "The response time of a request starts at its intended start: the time at which the workload schedules it, not the time"
                    + " at which the load client sent it. So the delay of a slow engine is not hidden by a load client that"
                    + " waits for it (coordinated omission).",
            "A request that is not answered before the time-out is a failure. It stays in all counts and is never dropped.",
            "A repetition is valid when no criterion is violated. The load client kept its schedule, and no sample was lost. The partners"
                    + " kept their planned response times, and the engine did all the work that the process prescribes. Invalid"
                    + " repetitions are shown, but enter no mean and no comparison.",
            "Each event of the model is a dashed line in the charts over time, and so is each later step of an event. It stands at the"
                    + " mean of its times in the repetitions. A repetition in which it did not happen is invalid. Requests that fail because the model took a partner"
                    + " away are failures of the partner, not of the engine.",
            "The ledger compares the requests sent, the instances that the engine reports, and the calls that the partners received. It"
                    + " can reveal an engine that skips work.",
            "The glossary at the end of the HTML report explains all terms.");

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
