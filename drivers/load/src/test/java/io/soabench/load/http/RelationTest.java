package io.soabench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelationTest {

    private static final Relation ADDRESSED = new Relation(List.of());

    private static String find(Relation relation, String header, String body) {
        byte[] bytes = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
                        + " xmlns:w=\"http://www.w3.org/2005/08/addressing\""
                        + " xmlns:o=\"http://schemas.xmlsoap.org/ws/2004/08/addressing\">" + header + "<s:Body>" + body
                        + "</s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        return relation.find(bytes, bytes.length);
    }

    private static String header(String blocks) {
        return find(ADDRESSED, "<s:Header>" + blocks + "</s:Header>", "<a/>");
    }

    @Test
    void shouldFindWhatAMessageRelatesTo() {
        assertThat(header("<w:To>x</w:To><w:RelatesTo> urn:soabench:office.1.7~2 </w:RelatesTo>"))
                .isEqualTo("office.1.7~2");
        assertThat(header("<o:RelatesTo RelationshipType=\"o:Reply\">urn:soabench:a.1.1</o:RelatesTo>"))
                .isEqualTo("a.1.1");
        assertThat(header("<w:RelatesTo RelationshipType=\"urn:cancels\">urn:soabench:a.1.1</w:RelatesTo>"
                        + "<w:RelatesTo>uuid:5</w:RelatesTo>"))
                .as("messages may relate to others as something else than their reply")
                .isEqualTo("uuid:5");
    }

    @Test
    void shouldFindNothingWhereItIsNot() {
        assertThat(header("<w:MessageID>urn:soabench:a.1.1</w:MessageID>")).isNull();
        assertThat(header("<x:RelatesTo xmlns:x=\"urn:x\">a</x:RelatesTo>")).isNull();
        assertThat(header("<w:ReplyTo><w:RelatesTo>a</w:RelatesTo></w:ReplyTo>"))
                .isNull();
        assertThat(find(ADDRESSED, "", "<w:RelatesTo>a.1.1</w:RelatesTo>")).isNull();
        assertThat(find(ADDRESSED, "<s:Header>", "")).isNull();
        assertThat(find(ADDRESSED, "<!DOCTYPE a><s:Header>", "")).isNull();
    }

    @Test
    void shouldFindAnElementOrAttributeOfTheBody() {
        Relation element = new Relation(List.of("{urn:q}done", "{urn:q}order", "id"));
        String body = "<q:done xmlns:q=\"urn:q\"><id>no</id><q:other><id>no</id></q:other>"
                + "<q:order><id> a.1.<!-- -->2 </id></q:order></q:done>";

        assertThat(find(element, "<s:Header><id>no</id></s:Header>", body)).isEqualTo("a.1.2");
        assertThat(find(element, "", body.replace("q:order", "q:ordered"))).isNull();
        assertThat(find(new Relation(List.of("{urn:q}done", "@id")), "", "<done xmlns=\"urn:q\" id=\"a.1.3\"/>"))
                .isEqualTo("a.1.3");
        assertThat(find(new Relation(List.of("d", "@{urn:q}id")), "", "<d xmlns:q=\"urn:q\" id=\"x\" q:id=\"a.1.4\"/>"))
                .isEqualTo("a.1.4");
    }

    @Test
    void shouldNeedNoMoreThanTheBeginning() {
        byte[] bytes = "<e><Body><d><i>a.1.1</i><not closed".getBytes(StandardCharsets.UTF_8);

        assertThat(new Relation(List.of("d", "i")).find(bytes, bytes.length)).isEqualTo("a.1.1");
    }
}
