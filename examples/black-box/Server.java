import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The service of wsdl/weather.wsdl, which knows nothing of SOABench. Start it with
 *
 * <pre>java examples/black-box/Server.java [PORT]</pre>
 *
 * and end it with Ctrl-C. Port 9090 of the loopback address unless told otherwise. The weather depends on the city's letters only,
 * so that the same question has the same answer.
 */
public final class Server {

    private static final String TYPES = "urn:example:weather:types";
    private static final String[] SKIES = {"Clear", "Clouds", "Rain", "Snow"};

    private Server() {}

    public static void main(String[] arguments) throws IOException {
        // Without it, each answer would wait some 40 ms for the client's acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 9090;
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/weather", Server::answer);
        server.start();
        System.out.println("ready: http://127.0.0.1:" + port + "/weather");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = 200;
            String body;
            try {
                body = answer(exchange.getRequestBody().readAllBytes());
            } catch (IllegalArgumentException e) {
                status = 500;
                body = "<s:Fault><faultcode>s:Client</faultcode><faultstring>" + e.getMessage()
                        + "</faultstring></s:Fault>";
            }
            byte[] envelope = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                            + "</s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(status, envelope.length);
            exchange.getResponseBody().write(envelope);
        }
    }

    private static String answer(byte[] request) {
        Element envelope = parse(request);
        if (find(envelope, "GetUnits") != null) {
            return "<GetUnitsResponse xmlns=\"" + TYPES + "\"><Unit>Celsius</Unit><Unit>Fahrenheit</Unit></GetUnitsResponse>";
        }
        Element question = find(envelope, "GetForecast");
        if (question == null) {
            throw new IllegalArgumentException("this service has GetForecast and GetUnits");
        }
        String city = text(question, "City");
        int days = Integer.parseInt(text(question, "Days"));
        boolean fahrenheit = find(question, "Unit") != null && text(question, "Unit").equals("Fahrenheit");
        StringBuilder answer = new StringBuilder("<GetForecastResponse xmlns=\"" + TYPES + "\"><Place><City>");
        answer.append(escaped(city)).append("</City><Country>").append(escaped(text(question, "Country")));
        answer.append("</Country></Place>");
        int letters = city.codePoints().sum();
        for (int day = 1; day <= days; day++) {
            int low = (letters + 7 * day) % 20;
            int high = low + 3 + (letters * day) % 9;
            answer.append("<Forecast day=\"").append(day).append("\"><Sky>");
            answer.append(SKIES[(letters + day) % SKIES.length]).append("</Sky><Temperature unit=\"");
            answer.append(fahrenheit ? "Fahrenheit" : "Celsius").append("\"><Low>");
            answer.append(fahrenheit ? low * 9 / 5 + 32 : low).append("</Low><High>");
            answer.append(fahrenheit ? high * 9 / 5 + 32 : high).append("</High></Temperature></Forecast>");
        }
        return answer.append("</GetForecastResponse>").toString();
    }

    private static Element parse(byte[] request) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(new ByteArrayInputStream(request)).getDocumentElement();
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new IllegalArgumentException("this is no XML", e);
        }
    }

    /** The first element of that name, or null. */
    private static Element find(Element in, String name) {
        NodeList found = in.getElementsByTagNameNS(TYPES, name);
        return found.getLength() == 0 ? null : (Element) found.item(0);
    }

    private static String text(Element in, String name) {
        Element element = find(in, name);
        if (element == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return element.getTextContent().strip();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
