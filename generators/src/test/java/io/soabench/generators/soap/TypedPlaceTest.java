package io.soabench.generators.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.tree.XmlText;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.plan.RowFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedPlaceTest {

    private static final Path SHOP = Path.of("../examples/data/wsdl/order.wsdl");
    private static final Path RPC = Path.of("src/test/resources/wsdl/rpc.wsdl");

    private static List<TypedPlace> places(Path file, String service, String template) throws Exception {
        WsdlDefinitions wsdl = WsdlDefinitions.load(file);
        assertThat(wsdl.problems()).isEmpty();
        SoapOperation operation = wsdl.services().stream()
                .filter(each -> each.name().getLocalPart().equals(service))
                .flatMap(each -> SoapOperation.of(each, each.ports().get(0)).stream())
                .findFirst()
                .orElseThrow();
        return TypedPlace.of(template, RowFile.PLACE, wsdl, operation);
    }

    private static List<String> words(List<TypedPlace> places) {
        return places.stream()
                .map(place ->
                        place.where() + " " + place.type().name().replaceAll("\\{.*}", "") + " " + place.columns())
                .toList();
    }

    @Test
    void shouldFindPlacesOfTypesThatCanBeWrong() throws Exception {
        String template =
                "<o:order xmlns:o=\"urn:shop:order\"><o:id>${uiid}</o:id><o:customer kind=\"${kind}\">${customer}"
                        + "</o:customer><o:quantity> ${quantity} </o:quantity><o:cents>${a}0${b}</o:cents><o:cents>5</o:cents>"
                        + "</o:order>";

        List<TypedPlace> places = places(SHOP, "OrderService", template);

        assertThat(words(places)).containsExactly("order/quantity xs:int [quantity]", "order/cents xs:int [a, b]");
        assertThat(places.get(0).filled(List.of("7"))).isEqualTo(" 7 ");
        assertThat(places.get(1).filled(List.of("1", "2"))).isEqualTo("102");
        assertThat(places.get(1).words()).isEqualTo("the columns \"a\", \"b\"");
    }

    @Test
    void shouldLookIntoTheBodyOfAnEnvelope() throws Exception {
        String template = "<s:Envelope xmlns:s=\"" + XmlText.SOAP + "\"><s:Header><x>${a}</x></s:Header><s:Body>"
                + "<o:order xmlns:o=\"urn:shop:order\"><o:cents>${a}</o:cents></o:order></s:Body></s:Envelope>";

        assertThat(words(places(SHOP, "OrderService", template))).containsExactly("order/cents xs:int [a]");
    }

    @Test
    void shouldLeaveOutWhatCannotBeKnown() throws Exception {
        String template = "<o:order xmlns:o=\"urn:shop:order\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
                + "<o:other>${a}</o:other><o:cents>${uiid}${a}</o:cents><o:quantity xsi:type=\"o:none\">${a}</o:quantity>"
                + "<o:cents><!-- ${a} --></o:cents></o:order>";

        assertThat(places(SHOP, "OrderService", template)).isEmpty();
    }

    @Test
    void shouldKnowThePartsOfAnRpcMessage() throws Exception {
        String template = "<r:order xmlns:r=\"urn:t:rpc:rpc\" xmlns:t=\"urn:t:rpc\"><code>${code}</code><items>"
                + "<t:item id=\"${id}\"><t:price>${price}</t:price></t:item></items><count>${count}</count></r:order>";

        assertThat(words(places(RPC, "Service", template)))
                .containsExactly(
                        "order/code Code [code]",
                        "order/items/item/@id xs:int [id]",
                        "order/items/item/price xs:decimal [price]",
                        "order/count xs:int [count]");
    }

    @Test
    void shouldNameWhatAMessageHasThatTheContractForbids() throws Exception {
        assertThat(problems(
                        "<o:order xmlns:o=\"urn:shop:order\"><o:id>${uiid}</o:id><o:customer>c</o:customer><o:article>a</o:article><o:quantity>x</o:quantity>"
                                + "<o:cent>5</o:cent><o:remarks/></o:order>"))
                .containsExactly(
                        "has in order/quantity the value \"x\", which is no xs:int, a whole number; correct the value",
                        "has in order an element {urn:shop:order}cent that the contract does not have there; correct its name or namespace",
                        "has in order no element {urn:shop:order}cents, which the contract requires; add it");
    }

    @Test
    void shouldNameElementsInTheWrongOrderAndAttributesThatAreWrong() throws Exception {
        assertThat(problems(
                        "<o:order xmlns:o=\"urn:shop:order\" kind=\"x\"><o:id>${uiid}</o:id><o:article>a</o:article><o:customer>c</o:customer>"
                                + "<o:quantity>1</o:quantity><o:cents>5</o:cents><o:remarks/></o:order>"))
                .containsExactly(
                        "has in order an attribute kind that the contract does not have there; correct its name or remove it",
                        "has in order the element {urn:shop:order}article at place 2, where the contract has {urn:shop:order}customer;"
                                + " correct the order or number of elements");
    }

    @Test
    void shouldFindNothingInMessagesOfTheContract() throws Exception {
        String order = "<o:order xmlns:o=\"urn:shop:order\"><o:id>${uiid}</o:id><o:customer>c</o:customer>"
                + "<o:article>a</o:article><o:quantity>${any}</o:quantity><o:cents> 5 </o:cents><o:remarks/></o:order>";

        assertThat(problems(order)).isEmpty();
        assertThat(problems("<s:Envelope xmlns:s=\"" + XmlText.SOAP + "\"><s:Header><x>a</x></s:Header><s:Body>" + order
                        + "</s:Body></s:Envelope>"))
                .isEmpty();
        assertThat(problems("<o:order xmlns:o=\"urn:shop:order\">${any}</o:order>"))
                .isEmpty();
    }

    private static List<String> problems(String message) throws Exception {
        WsdlDefinitions wsdl = WsdlDefinitions.load(SHOP);
        SoapOperation operation = wsdl.services().stream()
                .flatMap(each -> SoapOperation.of(each, each.ports().get(0)).stream())
                .findFirst()
                .orElseThrow();
        return TypedPlace.problems(message, wsdl, operation, false);
    }
}
