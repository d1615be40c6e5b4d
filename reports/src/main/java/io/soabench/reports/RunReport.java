package io.soabench.reports;

import io.soabench.reports.chapters.AfterKillChapter;
import io.soabench.reports.chapters.AnswersChapter;
import io.soabench.reports.chapters.CaseDetailsChapter;
import io.soabench.reports.chapters.Chapter;
import io.soabench.reports.chapters.CollectionsChapter;
import io.soabench.reports.chapters.ComparisonChapter;
import io.soabench.reports.chapters.ConfigurationsChapter;
import io.soabench.reports.chapters.CoverPage;
import io.soabench.reports.chapters.CriteriaChapter;
import io.soabench.reports.chapters.EngineResultsChapter;
import io.soabench.reports.chapters.EnvironmentChapter;
import io.soabench.reports.chapters.ExplorationsChapter;
import io.soabench.reports.chapters.GlossaryChapter;
import io.soabench.reports.chapters.InstancesChapter;
import io.soabench.reports.chapters.InvalidRepetitionsChapter;
import io.soabench.reports.chapters.MethodTexts;
import io.soabench.reports.chapters.MetricSourcesChapter;
import io.soabench.reports.chapters.MetricsChapter;
import io.soabench.reports.chapters.ObjectivesChapter;
import io.soabench.reports.chapters.QueueingChapter;
import io.soabench.reports.chapters.ReadingChapter;
import io.soabench.reports.chapters.ServicesChapter;
import io.soabench.reports.chapters.StepsChapter;
import io.soabench.reports.chapters.SummaryChapter;
import io.soabench.reports.chapters.TestsChapter;
import io.soabench.reports.chapters.WorkChapter;
import io.soabench.reports.design.ReportLayout;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.birt.report.model.api.LabelHandle;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The report of one run: cover, contents, chapters. It reads views only. The design is the same for every run, with two exceptions: the
 * first page has a column for each engine and axes for its data, and charts over time begin where the warm-up does. The database provides
 * the cases.
 */
final class RunReport {

    /** The bookmark of the contents. */
    static final String CONTENTS = "contents";

    private RunReport() {}

    /** Returns the chapters of results in their order. */
    private static List<Chapter> results() {
        return List.of(
                new ExplorationsChapter(),
                new ConfigurationsChapter(),
                new AnswersChapter(),
                new ObjectivesChapter(),
                new SummaryChapter(),
                new InvalidRepetitionsChapter(),
                new EngineResultsChapter(),
                new ComparisonChapter(),
                new StepsChapter(),
                new WorkChapter(),
                new AfterKillChapter(),
                new TestsChapter(),
                new QueueingChapter(),
                new MetricsChapter(),
                new CollectionsChapter(),
                new InstancesChapter());
    }

    /** Returns the chapters of a report of that extent in their order. */
    private static List<Chapter> chapters(ReportExtent extent, String format) {
        List<Chapter> chapters = new ArrayList<>(results());
        if (extent.cases(format)) {
            chapters.add(new CaseDetailsChapter());
        }
        chapters.add(new ServicesChapter());
        chapters.add(new EnvironmentChapter(extent.brief(format)));
        if (!extent.brief(format)) {
            chapters.add(new MetricSourcesChapter());
            chapters.add(new CriteriaChapter());
        }
        chapters.add(new ReadingChapter());
        if (!extent.brief(format)) {
            chapters.add(new GlossaryChapter());
        }
        return chapters;
    }

    /** Returns the bookmarks of all chapters. The chapters of single cases have bookmarks of their own. */
    static Set<String> bookmarks() {
        return chapters(ReportExtent.YES, "html").stream()
                .map(Chapter::bookmark)
                .collect(Collectors.toSet());
    }

    /**
     * Returns the design.
     *
     * @param connection to the database, for the columns of views
     * @param format html or pdf
     */
    static ReportDesignHandle design(Connection connection, ReportExtent extent, String format)
            throws SemanticException {
        ReportLayout layout = new ReportLayout(connection, MethodTexts::of);
        CoverPage.footer(layout);
        CoverPage.write(layout);
        LabelHandle contents = layout.label("Contents", "heading");
        contents.setBookmark("\"" + CONTENTS + "\"");
        layout.body().add(contents);
        if (extent.brief(format)) {
            layout.body()
                    .add(layout.label(
                            "The HTML report, index.html beside this file, also has "
                                    + (extent.cases("html") ? "a chapter for each case, " : "")
                                    + "the criteria of validity, the sources of metrics, all settings and libraries, and the glossary.",
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
