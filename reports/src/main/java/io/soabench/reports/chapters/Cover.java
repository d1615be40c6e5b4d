package io.soabench.reports.chapters;

import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Source;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The first page: what was run, the verdict, the findings, the machines. */
public final class Cover {

    private static final Source RUN = new Source(
            "run",
            """
            select run_id, testbed, title, coalesce(verdict, '') verdict, cast(seed as varchar) seed,
              case when profile = '' then '' else ', profile ' || profile end profile,
              formatdatetime(started_at, 'd MMMM yyyy, HH:mm', 'en') || ' UTC' started, driver, state,
              coalesce(message, '') message, coalesce(substring(model_hash, 1, 12), '') model_hash
              from v_run""");

    /** Lines on the cover for repetitions and cases that are not valid, and for objectives that are not met; the last tells of all others. */
    private static final int SHOWN = 5;

    private static final Source ANSWERS = new Source(
            "coverAnswers",
            """
            select sentence from v_verdict
            where kind in ('answer', 'noise') or kind = 'engine' and not exists (select 1 from v_verdict where kind = 'answer')
            order by position fetch first 12 rows only""");

    private static final Source PROBLEMS = new Source(
            "problems",
            """
            select case when kind not in ('validity', 'case', 'objective', 'missing') or place < %1$d or number = %1$d then sentence
                else 'And ' || (number - %1$d + 1) || case kind when 'validity' then ' more; all ' || number
                || ' are in the chapter "Repetitions that are not valid".' when 'objective' then ' more; all ' || number
                || ' that are missed or not measured are in the chapter "Objectives".' when 'missing' then ' more repetitions without data.'
                else ' more cases.' end end sentence
            from (select kind, good, position, sentence, count(*) over (partition by kind, good) number,
              row_number() over (partition by kind, good order by position) place from v_verdict)
            where kind not in ('run', 'answer', 'noise') and good = false
              and (kind <> 'engine' or exists (select 1 from v_verdict where kind = 'answer'))
              and (kind not in ('validity', 'case', 'objective', 'missing') or place <= %1$d)
            order by position fetch first 20 rows only"""
                    .formatted(SHOWN));

    /** A row where there are any: a heading with nothing below it says nothing. */
    private static final Source FINDINGS = heading("findings", "Findings", ANSWERS);

    private static final Source NOT_RIGHT = heading("notRight", "What was not valid or not met", PROBLEMS);

    private static Source heading(String name, String text, Source of) {
        return new Source(name, "select '" + text + "' sentence where exists (" + of.sql() + ")");
    }

    private static final Source MACHINE = new Source(
            "machine",
            """
            select substring(item, 1, locate('.', item) - 1) host,
              case substring(item, locate('.', item) + 1) when 'processors.model' then 'processor' when
                'processors.cpus' then 'logical processors' when 'memoryBytes' then 'memory' when 'system.name' then
                'operating system' when 'system.kernel' then 'kernel'
                else substring(item, locate('.', item) + 1) end name,
              case when item like '%.memoryBytes' then
                cast(cast(cast(content as double precision) / 1073741824e0 as decimal(12, 1)) as varchar) || ' GiB'
                else regexp_replace(content, ';.*', '') end amount from v_environment
            where section = 'hosts' and substring(item, locate('.', item) + 1) in
              ('processors.model', 'processors.cpus', 'memoryBytes', 'system.name', 'system.kernel', 'java') order by position""");

    private static final Source NOTICES = new Source(
            "notices",
            "select item || ': ' || content sentence from v_environment where section = 'notices' order by position");

    private Cover() {}

    /** Adds the footer of all pages. */
    public static void footer(Layout layout) throws SemanticException {
        layout.page(RUN, "\"SOABench · \" + row[\"TESTBED\"] + \" · run \" + row[\"RUN_ID\"]");
    }

    /** Adds the cover. */
    public static void write(Layout layout) throws SemanticException {
        SlotHandle run = layout.forEach(layout.body(), RUN);
        run.add(layout.label("SOABENCH", "product"));
        run.add(layout.text("row[\"TITLE\"]", "cover-title"));
        run.add(layout.text(
                "\"Testbed \" + row[\"TESTBED\"] + \", run \" + row[\"RUN_ID\"] + \", \" + row[\"STARTED\"]",
                "cover-line"));
        run.add(layout.text("row[\"VERDICT\"]", "verdict"));
        TextDataHandle message = layout.text("row[\"MESSAGE\"]", "alarm");
        layout.hideWhenEmpty(message, "MESSAGE");
        run.add(message);
        run.add(layout.text(
                "\"Seed \" + row[\"SEED\"] + row[\"PROFILE\"] + \", model \" + row[\"MODEL_HASH\"] +"
                        + " \", driver \" + row[\"DRIVER\"] + \".\"",
                "note"));

        layout.sentences(layout.body(), FINDINGS, "subheading");
        layout.sentences(layout.body(), ANSWERS, "finding");
        Matrix.write(layout);
        layout.sentences(layout.body(), NOT_RIGHT, "subheading");
        layout.sentences(layout.body(), PROBLEMS, "alarm");

        layout.body().add(layout.label("Environment", "subheading"));
        layout.body()
                .add(layout.table(
                        MACHINE,
                        List.of(
                                Column.text("Host", "HOST", "14%"),
                                Column.text("Has", "NAME", "24%"),
                                Column.text("", "AMOUNT", "62%"))));
        layout.sentences(layout.body(), NOTICES, "note");
    }
}
