package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody who mistypes a model is told: one sentence for each cause, at its place, with what to do. */
class TypingErrorsTest {

    /** Characters; a prime, so that it meets the beginnings, middles and ends of words. */
    private static final int CUT_EVERY = 5;

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void setUp() {
        model = new ModelFixture(folder);
    }

    /** Place and sentence of each issue, one a line. */
    private String told(String text) {
        return model.read(text).issues().stream().map(TypingErrorsTest::told).collect(Collectors.joining("\n"));
    }

    private static String told(Issue issue) {
        return issue.place().line() + ":" + issue.place().column() + ": " + issue.message();
    }

    /** What stands in a correct model; what is written instead; all that is told, with a slash between two sentences. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "clients 2 | clients 2,5 | 9:35: \"2,5\" is no number; write a point before decimals, and nothing between thousands",
                "clients 2 | clients 1e3 | 9:35: \"1e3\" has an exponent; write the number in full",
                "clients 2 | clients = 2 | 9:34: no \"=\" stands between a word and its value; remove it",
                "clients 2 | clients: 2 | 9:33: no \":\" stands between a word and its value; remove it",
                "seed 1 | seed 1; | 2:7: no \";\" stands at the end of a line; remove it",
                "seed 1 | seed\u00a01 | 2:5: this blank is the character U+00A0; write an ordinary one",
                "office closed | 9office closed | 9:10: \"9office\" is no name; begin it with a letter or \"_\"",
                "office closed | office- closed | 9:16: \"office-\" is no name; end it with a letter, a digit or \"_\"",
                "seed 1 | seed 1 host hör | 2:14: \"hör\" is no name, because of its \"ö\"; write letters from a to z, digits, \"_\" and \"-\"",
                "office closed | office clsoed | 9:17: \"clsoed\" is not allowed here; did you mean \"closed\"?",
                "service type | service tpye | 3:9: \"tpye\" is not allowed here; did you mean \"type\"?",
                "workload office closed | wrokload office clsoed | 9:1: \"wrokload\" is not allowed here; did you mean \"workload\"?/9:17: \"clsoed\" is not allowed here; did you mean \"closed\"?",
                "clients 2 | clients 2 thinktime 5 s | 9:36: \"thinktime\" is not allowed here; did you mean \"think time\"?",
                "quote -> quotes | quote - > quotes | 5:64: \"- >\" is not allowed here; did you mean \"->\"?",
                "quote -> quotes | quote->quotes | 5:58: write a blank before \"->\"",
                "quote -> quotes | quote quotes | 5:64: \"->\" is missing before \"quotes\"",
                "quotes : Quote | quotes Quote | 4:16: \":\" is missing before \"Quote\"",
                "reference on here | reference here | 7:27: \"on\" is missing before \"here\"",
                "engine : reference on here | engine reference here | 7:15: \":\" is missing before \"reference\"/7:25: \"on\" is missing before \"here\"",
                "{ serves quotes } | serves quotes } | 8:30: \"{\" is missing before \"serves\"",
                "{ serves quotes } | { serves quotes | 9:1: the \"{\" in line 8 is not closed; add \"}\" before \"workload\"",
                "(office) } | (office) | 10:79: the \"{\" in line 10 is not closed; add \"}\" at the end of the file",
                "clients 2 } | clients 2 } } | 9:38: this \"}\" closes nothing; remove it",
                "host here | host here } | 6:11: this \"}\" closes nothing; remove it",
                "(office) | office | 10:71: \"office\" is not allowed here; write \"(office)\"",
                "(Sequential) | [Sequential] | 10:45: \"[\" is not allowed here; write \"(Sequential)\"",
                "(office) | (office | 10:79: \")\" is missing before \"}\"",
                "\"wsdl/quote.wsdl\" | \"wsdl/quote.wsdl | 3:25: this text has no closing double quote; write \"wsdl/quote.wsdl\"",
                "\"wsdl/quote.wsdl\" | wsdl/quote.wsdl\" | 3:25: this text has no opening double quote; write \"wsdl/quote.wsdl\"",
                "\"wsdl/quote.wsdl\" | wsdl/quote.wsdl | 3:25: a text stands in double quotes; write \"wsdl/quote.wsdl\"",
                "\"bpel/sequential.bpel\" | \"bpel/sequential.bpel | 5:27: this text has no closing double quote; write \"bpel/sequential.bpel\"",
                "bpel \"bpel/sequential.bpel\" | `` | 5:23: \"bpel\" and a text in double quotes are missing before \"partner\"",
                "clients 2 | clients | 9:34: a number is missing before \"}\"",
                "clients 2 | clients two | 9:34: \"two\" is not allowed here; write a number",
                "clients 2 | clients 2 clients 3 | 9:36: \"clients\" is not allowed here a second time; remove one of both",
                "clients 2 | clients 2; think time 5 ms | 9:35: no \";\" stands at the end of a line; remove it",
                "clients 2 | clients 2 think time 5 | 9:47: the time is 5, but must be a time (ns, us, ms, s, min, h)",
                "workload office | workload | 9:10: the name of the workload is missing before \"closed\"",
                "host here | host \"here\" | 6:6: the text \"here\" is not allowed here; write a name",
                "server engine | server | 7:8: the name of the server is missing before \":\"",
                "reference on here | reference on | 8:1: the name of the host is missing before \"server\"",
                "{ serves quotes } | { 20999 serves quotes } | 8:32: the name of a port or parameter is missing before \"20999\"; write e.g. \"port http 20999\"",
                "serves quotes } | serves quotes  port 20999 } | 8:52: the name of the port is missing before \"20999\"; write e.g. \"port http 20999\"",
                "host here | /* host here | 6:1: the comment that begins here does not end; write \"*/\" behind it",
                "suite Quick | seed 2 suite Quick | 10:1: \"seed\" is not allowed here; write it at the beginning of the file, before the first element",
                "serves quotes | srves quotes | 8:32: server type \"axis2\" has no parameter \"srves\"; did you mean \"serves\"?"
            })
    void shouldTellTheCauseAndNothingElse(String right, String wrong, String told) {
        assertThat(ModelFixture.OFFICE).contains(right);
        assertThat(told(ModelFixture.OFFICE.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong))))
                .isEqualTo(told.replaceAll("/(?=\\d+:\\d+: )", "\n"));
    }

    /** What is wrong for itself is told beside a syntax error: in another element, in the same one, and on the same line. */
    @Test
    void shouldHideNothingThatIsWrongForItself() {
        assertThat(told(ModelFixture.OFFICE
                        .replace(
                                "office closed { clients 2 }",
                                "office clsoed { clients 0 think time normal(1 s, sd -1 s) }")
                        .replace("on here { serves quotes }", "on there { srves quotes, qoutes }")
                        .replace("in (office)", "in (office, ofice)")
                        .replace("uiid from \"q:request/q:id\"", "uiid form \"q:request/q:ident\"")))
                .isEqualTo(
                        """
                        4:31: "form" is not allowed here; did you mean "from"?
                        4:36: path "q:request/q:ident" of service "quotes" has a step {urn:example:quote}ident that {urn:example:quote}request does not contain; it contains: {urn:example:quote}id, {urn:example:quote}step
                        8:25: there is no host "there"; did you mean "here"?
                        8:33: "srves" is not allowed here; did you mean "serves"?
                        8:47: there is no service "qoutes"; did you mean "quotes"?
                        9:17: "clsoed" is not allowed here; did you mean "closed"?
                        9:34: number of clients is 0, but must be at least 1
                        9:62: sd of normal is -1 s, but must not be below 0
                        10:80: there is no workload "ofice"; did you mean "office"?
                        """
                                .strip());
    }

    /** The words of a text that is not understood are not thought to be names that it declares. */
    @Test
    void shouldTellOfANameThatIsUnknownThoughItStandsInATextThatIsNotUnderstood() {
        assertThat(told(ModelFixture.OFFICE
                        .replace("on here { serves", "on lab { serves")
                        .replace("in (office)", "in (office, rush)")
                        .replace("host here\n", "host here\nworkload rush closed } lab { ] lab ( lab : : 3 4\n")))
                .isEqualTo(
                        """
                        7:22: this "}" closes nothing; remove it
                        9:25: there is no host "lab"; known are: here
                        """
                                .strip());
    }

    /** A file that is cut off anywhere gets one sentence about that, and none about what is not there any more. */
    @Test
    void shouldTellOnceThatAFileIsCutOff() {
        String all = ModelFixture.OFFICE.strip();
        int cutOff = 0;
        for (int end = 1; end < all.length(); end += CUT_EVERY) {
            String text = all.substring(0, end);
            List<Issue> issues = model.read(text).issues();
            if (issues.stream().anyMatch(issue -> issue.code() == IssueCode.SYNTAX)) {
                cutOff++;
                assertThat(issues).as(text).hasSize(1);
                assertThat(issues.get(0).message())
                        .as(text)
                        .containsAnyOf("write ", "add ", "is missing", "did you mean ");
            }
        }
        assertThat(cutOff).isGreaterThan(60);
    }
}
