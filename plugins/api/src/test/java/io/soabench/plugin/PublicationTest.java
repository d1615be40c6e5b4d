package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublicationTest {

    private static final String ALL =
            "${service} at ${access}: ${port-type:name} of ${port-type:namespace} (${port-type:uuid})";

    private static HttpAction published(Publication publication, String body) {
        HttpAction publish =
                new HttpAction("POST", "http://${address}/${service}", "text/xml", body, List.of(200, 201), 7);
        List<HttpAction> actions = publication.actions(
                new Lifecycle.Registration(List.of(publish), ""), Map.of("address", "here", "work", "/w&w")::get);
        return actions.get(0);
    }

    @Test
    void shouldFillTheStepsOfARegistry() {
        HttpAction filled =
                published(new Publication("quotes-1", "http://a/?x=1&y=\"<", "{urn:q&a}Quote"), Lifecycle.TEXT + ALL);

        assertThat(filled)
                .isEqualTo(new HttpAction(
                        "POST",
                        "http://here/quotes-1",
                        "text/xml",
                        // The UUID by Python: uuid.UUID(bytes=md5(b"{urn:q&a}Quote").digest(), version=3)
                        "text:quotes-1 at http://a/?x=1&amp;y=&quot;&lt;: Quote of urn:q&amp;a"
                                + " (8da330d5-87b0-3e6f-8b2b-15ce96048919)",
                        List.of(200, 201),
                        7));
    }

    @Test
    void shouldEscapeNothingInTheNameOfAFile() {
        assertThat(published(new Publication("quotes-1", "http://a/", "Quote"), "${work}/body.xml")
                        .bodyFile())
                .isEqualTo("/w&w/body.xml");
    }

    @Test
    void shouldTakeAPortTypeWithoutNamespace() {
        assertThat(published(new Publication("q-1", "http://a/", "Quote"), "text:[${port-type:namespace}]")
                        .bodyFile())
                .isEqualTo("text:[]");
    }

    @Test
    void shouldRefuseAServiceWhosePortTypeThePlanDoesNotTell() {
        assertThatThrownBy(() -> new Publication("quotes-1", "http://a/", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the port type \"\" of service instance quotes-1 is not {namespace}name; compile the testbed"
                                + " again");
    }
}
