package io.soabench.engine.server.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorTest {

    private static Descriptor read(String json) throws RefusedDeploymentException {
        return Descriptor.read(Map.of(Descriptor.FILE, json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldReadAllThatItMaySay() throws Exception {
        Descriptor descriptor = read(
                """
                {"process": "bpel/Order.bpel",
                 "partners": {"shipping": "http://10.0.0.7/s", "billing": "http://10.0.0.8/b"},
                 "registry": {"inquiry": "http://10.0.0.9/i", "partners": ["shipping", "billing"]},
                 "headers": {"billing": {"X-Tenant": "acme", "Authorization": {"environment": "E", "scheme": "Bearer"}},
                             "shipping": {"Authorization": {"file": "f", "user": "u"}}},
                 "afterCrash": {"billing": "fail", "shipping": "repeat"},
                 "service": {"path": "/orders"}}
                """);

        assertThat(descriptor)
                .isEqualTo(new Descriptor(
                        "bpel/Order.bpel",
                        Map.of("shipping", "http://10.0.0.7/s", "billing", "http://10.0.0.8/b"),
                        new Descriptor.Registry("http://10.0.0.9/i", List.of("shipping", "billing")),
                        new Descriptor.Service("/orders"),
                        Map.of(
                                "billing",
                                Map.of(
                                        "X-Tenant",
                                        PartnerHeader.of("acme"),
                                        "Authorization",
                                        new PartnerHeader(null, "E", null, "Bearer", null)),
                                "shipping",
                                Map.of("Authorization", new PartnerHeader(null, null, "f", null, "u"))),
                        Map.of("billing", Descriptor.AfterCrash.FAIL, "shipping", Descriptor.AfterCrash.REPEAT)));
        assertThat(descriptor.path("/else")).isEqualTo("/orders");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{\"process\": null, \"partners\": null, \"registry\": null, \"service\": null}",
                "{\"partners\": {}, \"service\": {}}",
                "{\"service\": {\"path\": null}}"
            })
    void shouldLeaveEverythingToTheDocumentsWhenItSaysNothing(String json) throws Exception {
        Descriptor descriptor = read(json);

        assertThat(descriptor.process()).isNull();
        assertThat(descriptor.partners()).isEmpty();
        assertThat(descriptor.registered()).isEmpty();
        assertThat(descriptor.path("/else")).isEqualTo("/else");
    }

    @Test
    void shouldTakeRegistryWithoutPartners() throws Exception {
        assertThat(read("{\"registry\": {\"partners\": null}}").registry())
                .isEqualTo(new Descriptor.Registry("", List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|1:1|the descriptor is no JSON object",
                "null|1:1|the descriptor is no JSON object",
                "{\"process\": {}}|1:13|process is no text",
                "{\"proces\": \"a.bpel\"}|1:12|the descriptor has no 'proces'",
                "{\"partners\": [\"p\"]}|1:14|partners is no JSON object",
                "{\"partners\": {\"p\": null}}|1:20|the address of partner 'p' is null",
                "{\"partners\": {\"p\": [\"x\"]}}|1:20|the address of partner 'p' is no text",
                "{\"registry\": {\"partners\": \"p\"}}|1:27|is no list of names",
                "{\"registry\": {\"partners\": [null]}}|1:28|a partner of the registry is null",
                "{\"registry\": {\"name\": \"p\"}}|1:23|registry has no 'name'",
                "{\"service\": 7}|1:13|service is no JSON object",
                "{\"service\": {\"paht\": \"/p\"}}|1:22|service has no 'paht'",
                "{\"afterCrash\": {\"p\": \"again\"}}|1:22|afterCrash of partner 'p' is again; write",
                "{\"afterCrash\": \"fail\"}|1:16|afterCrash is no JSON object",
                "{} {}|1:4|something follows",
                "{\"process\": \"a|1:|end-of-input",
                "{\"process\": a}|1:|Unrecognized token"
            })
    void shouldNamePlaceAndCureWhenItIsWrong(String json, String place, String sentence) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RefusedDeploymentException.class)
                .hasMessageContaining("DESCRIPTOR")
                .hasMessageContaining(Descriptor.FILE + ":" + place)
                .hasMessageContaining(sentence);
    }
}
