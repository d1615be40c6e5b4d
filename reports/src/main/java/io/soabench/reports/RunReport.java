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
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** The chapters in their order, with or without those of single cases. */
    private static List<Chapter> chapters(boolean details) {
        return Stream.of(
                        Stream.of(
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
                                new Metrics()),
                        Stream.of(new CaseDetails()).filter(chapter -> details),
                        Stream.of(
                                new Services(),
                                new Environment(),
                                new MetricSources(),
                                new Criteria(),
                                new Reading(),
                                new Glossary()))
                .<Chapter>flatMap(part -> part)
                .toList();
    }

    /** The bookmarks of all chapters, each of its own; those of single cases have one of their case in its place. */
    static Set<String> bookmarks() {
        return chapters(true).stream().map(Chapter::bookmark).collect(Collectors.toSet());
    }

    /**
     * The design, with or without a chapter for each case.
     *
     * @param connection to the database, which is asked for the columns of views
     */
    static ReportDesignHandle design(Connection connection, boolean details) throws SemanticException {
        Layout layout = new Layout(connection, Methods::of);
        Cover.footer(layout);
        Cover.write(layout);
        LabelHandle contents = layout.label("Contents", "heading");
        contents.setBookmark("\"" + CONTENTS + "\"");
        layout.body().add(contents);
        List<Chapter> chapters = chapters(details);
        for (Chapter chapter : chapters) {
            chapter.announce(layout);
        }
        for (Chapter chapter : chapters) {
            chapter.write(layout);
        }
        return layout.design();
    }
}
