package io.soabench.engine.bpel.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.bpel.ProcessDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The process of an example, whose partner declares one fault, with other handlers. */
final class HandledFaultsTest {
    private static final Path EXAMPLE = Path.of("../../examples/faults");

    private static boolean handles(String handlers) throws IOException {
        String process = Files.readString(EXAMPLE.resolve("bpel/order.bpel"))
                .replaceFirst("(?s)<faultHandlers>.*</faultHandlers>", Matcher.quoteReplacement(handlers));
        ProcessDefinition definition = ProcessDefinition.load(
                "bpel/order.bpel",
                Map.of(
                        "bpel/order.bpel",
                        process.getBytes(StandardCharsets.UTF_8),
                        "wsdl/order.wsdl",
                        Files.readAllBytes(EXAMPLE.resolve("wsdl/order.wsdl")),
                        "wsdl/stock.wsdl",
                        Files.readAllBytes(EXAMPLE.resolve("wsdl/stock.wsdl"))));
        assertThat(definition.problems()).isEmpty();
        return InvocationProfile.handlesFaults(definition.model());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | <catch faultName='s:tooFew'><empty/></catch>",
                "true  | <catchAll><empty/></catchAll>",
                "true  | <catch faultName='s:other'><rethrow/></catch><catchAll><empty/></catchAll>",
                "false | <catch faultName='s:other'><empty/></catch>",
                "false | <catch faultVariable='few' faultMessageType='s:few'><empty/></catch><catchAll><empty/></catchAll>",
                "false | <catch faultName='s:tooFew'><rethrow/></catch><catchAll><empty/></catchAll>",
                "false | <catch faultName='s:tooFew'><sequence><empty/><exit/></sequence></catch>",
                "false | <catch faultName='s:tooFew'><throw faultName='s:tooFew'/></catch>",
                "false | <catchAll><invoke partnerLink='stock' operation='take' inputVariable='take' outputVariable='taken'/></catchAll>"
            })
    void shouldHandleFaultsThatAreCaughtSoThatTheProcessGoesOn(boolean handled, String handlers) throws IOException {
        assertThat(handles("<faultHandlers>" + handlers + "</faultHandlers>")).isEqualTo(handled);
    }

    @Test
    void shouldHandleNothingWithoutHandlers() throws IOException {
        assertThat(handles("")).isFalse();
    }
}
