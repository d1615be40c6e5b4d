package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormattingTest {

    private final TestbedReader reader = new TestbedReader();

    /** Its first element and the file itself begin with the same token. */
    @Test
    void shouldFormatALibraryWithoutAHead() {
        String formatted = reader.format(
                "// Shared.\nservice type Quote from   \"quote.wsdl\"\nhost here   server e:reference on here{ }");

        assertThat(formatted)
                .isEqualTo(
                        """
                        // Shared.
                        service type Quote from   "quote.wsdl"
                        host here
                        server e : reference on here { }
                        """);
        assertThat(reader.format(formatted)).isEqualTo(formatted);
    }

    @Test
    void shouldFormatBurstsOfRequests() {
        assertThat(reader.format("workload w open{bursts{25 of 10000 requests , 1 each 1ms,10 s   apart}}"))
                .isEqualTo("workload w open { bursts { 25 of 10000 requests, 1 each 1 ms, 10 s   apart } }\n");
    }

    @Test
    void shouldSetIndentationAndBlanksWhenTheyAreMissing() {
        String formatted = reader.format(
                """


                testbed a   "A question"
                seed 42 import   "b.testbed"
                service   type Quote from "quote.wsdl"   service quotes:Quote{
                response time lognormal ( median 8ms ,sigma 0.5 )
                    // half of them
                        reliability 99.5%   /* rest
                   fails */
                }


                data None{}
                process P{bpel "p.bpel" partner q -> quotes [ 1 ]}
                suite S { repeat 2
                case on engine for process in(P) , workload in (office)
                from here } profile x{repeat 1
                measure 5s} default   profile y { repeat 2 }
                at 5s in S : quotes [1] becomes unavailable // gone""");
        assertThat(formatted)
                .isEqualTo(
                        """
                        testbed a   "A question"
                        seed 42
                        import   "b.testbed"
                        service   type Quote from "quote.wsdl"
                        service quotes : Quote {
                            response time lognormal(median 8 ms, sigma 0.5)
                            // half of them
                            reliability 99.5 %   /* rest
                           fails */
                        }

                        data None { }
                        process P { bpel "p.bpel" partner q -> quotes[1] }
                        suite S { repeat 2
                            case on engine for process in (P), workload in (office)
                                from here }
                        profile x { repeat 1
                            measure 5 s }
                        default   profile y { repeat 2 }
                        at 5 s in S: quotes[1] becomes unavailable // gone
                        """);
        assertThat(reader.format(formatted)).isEqualTo(formatted);
    }

    @Test
    void shouldKeepTextWhenItHasSyntaxErrors() {
        assertThat(reader.format("host  here  {")).isEqualTo("host  here  {");
    }

    @Test
    void shouldKeepAlignmentWhenColumnsAreAligned() {
        String aligned =
                """
                server engine : reference on here { heap 512 MiB  workers 4 }
                server mocks  : axis2     on here { serves quotes }
                """;
        assertThat(reader.format(aligned)).isEqualTo(aligned);
    }

    @Test
    void shouldLeaveNothingWhenTextIsEmpty() {
        assertThat(reader.format("")).isEmpty();
        assertThat(reader.format("// only a comment\n")).isEqualTo("// only a comment\n");
    }

    /** A comment may stand behind any word; none is lost, and none moves to another word. */
    @ParameterizedTest
    @ValueSource(strings = {"/* why */", "// why\n"})
    void shouldKeepACommentBehindAnyWord(String comment) throws IOException {
        String model = Files.readString(Path.of("../../examples/quickstart/quickstart.testbed"))
                .replaceAll("(?m)//.*$", "");
        Matcher word = Pattern.compile("\"[^\"]*\"|[^\\s\"]+").matcher(model);
        int words = 0;
        while (word.find()) {
            words++;
            String text = model.substring(0, word.end()) + " " + comment + model.substring(word.end());

            String formatted = reader.format(text);

            assertThat(formatted)
                    .as("behind word %d, \"%s\"", words, word.group())
                    .contains(comment)
                    .satisfies(
                            result -> assertThat(result.replaceAll("\\s", "")).isEqualTo(text.replaceAll("\\s", "")))
                    .isEqualTo(reader.format(formatted));
        }
        assertThat(words).isGreaterThan(100);
    }
}
