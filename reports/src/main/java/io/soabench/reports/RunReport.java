package io.soabench.reports;

import io.soabench.reports.chapters.Answers;
import io.soabench.reports.chapters.CaseDetails;
import io.soabench.reports.chapters.Chapter;
import io.soabench.reports.chapters.Comparison;
import io.soabench.reports.chapters.Configurations;
import io.soabench.reports.chapters.Cover;
import io.soabench.reports.chapters.Criteria;
import io.soabench.reports.chapters.EngineResults;
import io.soabench.reports.chapters.Environment;
import io.soabench.reports.chapters.Explorations;
import io.soabench.reports.chapters.Glossary;
import io.soabench.reports.chapters.InvalidRepetitions;
import io.soabench.reports.chapters.Methods;
import io.soabench.reports.chapters.MetricSources;
import io.soabench.reports.chapters.Metrics;
import io.soabench.reports.chapters.Objectives;
import io.soabench.reports.chapters.Queues;
import io.soabench.reports.chapters.Reading;
import io.soabench.reports.chapters.Services;
import io.soabench.reports.chapters.Summary;
import io.soabench.reports.chapters.Tests;
import io.soabench.reports.design.Layout;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.birt.report.model.api.LabelHandle;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The report of one run: cover, contents, chapters. It reads views only; which cases there are comes from the database, so that
 * the design is the same for every run but for the first page, whose matrix has a column for each engine and whose picture has axes for
 * what it shows, and for where charts over time begin.
 */
final class RunReport {

    /** The bookmark of the contents. */
    static final String CONTENTS = "contents";

    private RunReport() {}

    /** The chapters of results in their order. */
    private static List<Chapter> results() {
        return List.of(
                new Explorations(),
                new Configurations(),
                new Answers(),
                new Objectives(),
                new Summary(),
                new InvalidRepetitions(),
                new EngineResults(),
                new Comparison(),
                new Tests(),
                new Queues(),
                new Metrics());
    }

    /** The chapters of a report of that extent in their order. */
    private static List<Chapter> chapters(Extent extent, String format) {
        List<Chapter> chapters = new ArrayList<>(results());
        if (extent.cases(format)) {
            chapters.add(new CaseDetails());
        }
        chapters.add(new Services());
        chapters.add(new Environment());
        if (!extent.brief(format)) {
            chapters.add(new MetricSources());
            chapters.add(new Criteria());
        }
        chapters.add(new Reading());
        if (!extent.brief(format)) {
            chapters.add(new Glossary());
        }
        return chapters;
    }

    /** The bookmarks of all chapters, each of its own; those of single cases have one of their case in its place. */
    static Set<String> bookmarks() {
        return chapters(Extent.YES, "html").stream().map(Chapter::bookmark).collect(Collectors.toSet());
    }

    /**
     * Returns the design.
     *
     * @param connection to the database, which is asked for the columns of views
     * @param format html or pdf
     */
    static ReportDesignHandle design(Connection connection, Extent extent, String format) throws SemanticException {
        Layout layout = new Layout(connection, Methods::of);
        Cover.footer(layout);
        Cover.write(layout);
        LabelHandle contents = layout.label("Contents", "heading");
        contents.setBookmark("\"" + CONTENTS + "\"");
        layout.body().add(contents);
        if (extent.brief(format)) {
            layout.body()
                    .add(layout.label(
                            "The HTML report, index.html beside this file, has more: each case by itself, when a repetition is valid, where metrics"
                                    + " come from, and the glossary.",
                            "note"));
        }
        List<Chapter> chapters = chapters(extent, format);
        for (Chapter chapter : chapters) {
            chapter.announce(layout);
        }
        for (Chapter chapter : chapters) {
            chapter.write(layout);
        }
        return layout.design();
    }
}
