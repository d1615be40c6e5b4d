package io.soabench.analyzer.outcome;

import io.soabench.analyzer.cases.BaselineComparison;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The objectives of a run as test cases of JUnit, in the form of Maven's Surefire, which servers for continuous integration read. A missed
 * objective is a failure, an undecided one is skipped, and one without any number is an error. An invalid repetition is an error, too, but
 * a disturbed one is skipped. Valid repetitions are no test cases.
 */
public final class JunitFile {

    private final String name;
    private final List<Test> tests = new ArrayList<>();

    /**
     * A test with its ending.
     *
     * @param ending null when it passed
     */
    private record Test(String group, String name, double seconds, Ending ending, String type, String message) {}

    private enum Ending {
        FAILURE,
        ERROR,
        SKIPPED
    }

    /**
     * Creates the file of a run.
     *
     * @param testbed name of the suite
     */
    public JunitFile(String testbed, List<CaseResult> cases) {
        name = testbed;
        for (CaseResult one : cases) {
            double seconds = one.usable().stream()
                    .mapToDouble(r -> r.measurement().measuredS())
                    .sum();
            one.objectives().forEach(objective -> tests.add(test(one, objective, seconds)));
            one.repetitions().stream().filter(r -> !r.usable()).forEach(repetition -> tests.add(test(one, repetition)));
        }
    }

    /**
     * Creates the file of later runs against a baseline: a worse verdict is a failure, an undecided one is skipped.
     *
     * @param name of the suite
     */
    public JunitFile(String name, BaselineComparison runs) {
        this.name = name;
        for (BaselineComparison.JudgedPair each : runs.judged()) {
            PairVerdict.State state = each.pair().verdict().state();
            boolean open = state == PairVerdict.State.UNDECIDED || state == PairVerdict.State.SATURATED;
            tests.add(new Test(
                    each.pair().b().testCase().id(),
                    each.metric() + " of " + each.pair().process() + ", "
                            + each.of().labelB() + " against " + each.of().labelA(),
                    seconds(each.of()),
                    each.worse() ? Ending.FAILURE : open ? Ending.SKIPPED : null,
                    BaselineComparison.word(state),
                    each.pair().sentence()));
        }
        for (BaselineComparison.FailureChange each : runs.losses()) {
            tests.add(new Test(
                    each.of().b().testCase().id(),
                    Statistic.FAILURES + " of " + each.process() + ", "
                            + each.of().labelB() + " against " + each.of().labelA(),
                    seconds(each.of()),
                    switch (each.state()) {
                        case WORSE -> Ending.FAILURE;
                        case UNDECIDED, SATURATED, CAPACITY -> Ending.SKIPPED;
                        case BETTER, EQUIVALENT -> null;
                    },
                    BaselineComparison.word(each.state()),
                    each.sentence()));
        }
    }

    private static double seconds(BaselineComparison.CaseInRuns testCase) {
        return testCase.b().usable().stream()
                .mapToDouble(r -> r.measurement().measuredS())
                .sum();
    }

    private static Test test(CaseResult result, ObjectiveResult objective, double seconds) {
        Ending ending =
                switch (objective.state()) {
                    case MET -> null;
                    case MISSED -> Ending.FAILURE;
                    case UNDECIDED -> Ending.SKIPPED;
                    case UNMEASURED -> Ending.ERROR;
                };
        boolean several = result.objectives().stream()
                        .filter(o -> o.objective().equals(objective.objective()))
                        .count()
                > 1;
        return new Test(
                result.testCase().id(),
                objective.objective().text() + (several ? " (" + objective.target() + ")" : ""),
                seconds,
                ending,
                objective.state().name().toLowerCase(Locale.ROOT),
                objective.sentence());
    }

    private static Test test(CaseResult result, RepetitionResult repetition) {
        List<String> sentences = repetition.sentences(CriterionCheck.State.VIOLATED);
        return new Test(
                result.testCase().id(),
                "repetition " + repetition.repetition(),
                repetition.measurement().measuredS(),
                repetition.disturbed() ? Ending.SKIPPED : Ending.ERROR,
                repetition.verdict() == Verdict.MISSING ? "missing" : "invalid",
                sentences.isEmpty() ? "it is not valid" : String.join(" ", sentences));
    }

    private long count(Ending ending) {
        return tests.stream().filter(test -> test.ending() == ending).count();
    }

    /** Returns the text of the file. */
    public String text() {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", plain(name));
            xml.writeAttribute(
                    "time", seconds(tests.stream().mapToDouble(Test::seconds).sum()));
            xml.writeAttribute("tests", Integer.toString(tests.size()));
            xml.writeAttribute("errors", Long.toString(count(Ending.ERROR)));
            xml.writeAttribute("skipped", Long.toString(count(Ending.SKIPPED)));
            xml.writeAttribute("failures", Long.toString(count(Ending.FAILURE)));
            for (Test test : tests) {
                write(xml, test);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new UncheckedIOException(new IOException("the text of " + RunFiles.JUNIT + " cannot be made", e));
        }
        return text.toString();
    }

    private static void write(XMLStreamWriter xml, Test test) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("name", plain(test.name()));
        xml.writeAttribute("classname", plain(test.group()));
        xml.writeAttribute("time", seconds(test.seconds()));
        if (test.ending() != null) {
            xml.writeCharacters("\n    ");
            xml.writeStartElement(test.ending().name().toLowerCase(Locale.ROOT));
            xml.writeAttribute("message", plain(test.message()));
            if (test.ending() != Ending.SKIPPED) {
                xml.writeAttribute("type", test.type());
            }
            xml.writeEndElement();
            xml.writeCharacters("\n  ");
        }
        xml.writeEndElement();
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.3f", Double.isNaN(value) ? 0 : value);
    }

    /** Returns a text without characters that XML cannot contain, which logs may have. */
    private static String plain(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?");
    }

    /** Writes the file into the report of a run. */
    public void write(Path run) {
        Path file = RunFiles.junit(run);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
