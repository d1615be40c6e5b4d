package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

final class SvgReducerTest {

    @Test
    void shouldDrawLinesThatLookAlikeAsOne() {
        String red = "<g style=\"stroke:#f00;stroke-width:2;\">";
        String blue = "<g clip-path=\"url(#c)\" style=\"stroke:#00f;\">";
        String area = "<g style=\"fill:#f00;stroke:none;\"><path d=\" M0 0 L1 1 Z\"/></g>";
        String pale = "<g style=\"stroke:#f00;stroke-opacity:0.5;\">";

        assertThat(SvgReducer.svg(
                        "<svg>" + red + "<path d=\" M1 1 L2 2\"/></g>" + red + "<path d=\" M2 2 L3 1\"/></g>" + blue
                                + "<path d=\" M4 4 L5 5\"/></g>" + area + area + blue + "<path d=\" M6 6 L7 7\"/></g>"
                                + "<text>a</text>" + blue
                                + "<path d=\" M8 8 L9 9\"/></g></svg>"))
                .isEqualTo("<svg>" + red + "<path d=\" M1 1 L2 2 L3 1\"/></g>" + blue
                        + "<path d=\" M4 4 L5 5\"/></g>" + area
                        + area + blue + "<path d=\" M6 6 L7 7\"/></g>" + "<text>a</text>" + blue
                        + "<path d=\" M8 8 L9 9\"/></g></svg>");
        String twice = pale + "<path d=\" M1 1 L2 2\"/></g>" + pale + "<path d=\" M1 1 L2 2\"/></g>";
        assertThat(SvgReducer.svg(twice)).isEqualTo(twice);
    }

    @Test
    void shouldLeaveOutWhatCannotBeSeen() {
        String svg = "<svg onload=\"resize(evt)\" width=\"10\"><script><![CDATA[ run(); ]]></script>"
                + "<g id=\"12_34@5\" style=\"visibility:visible;fill-opacity:0.0;fill:#ffffff;stroke:none;\">"
                + "<path d=\" M43.666668 88.666664\"/><text x=\"43.666668\">0.0625</text></g>"
                + "<path d=\" M117.51073 39.04 L-0.12345 205.96\"/><g id=\"hotSpots\" style=\"fill:#FFFFFF;\"/></svg>";

        assertThat(SvgReducer.svg(svg))
                .isEqualTo("<svg width=\"10\">"
                        + "<g style=\"fill-opacity:0;fill:#ffffff;stroke:none;\">"
                        + "<text x=\"43.7\">0.0625</text></g><path d=\" M117.5 39 L-0.12345 206\"/></svg>");
    }

    @Test
    void shouldSayTheFontOfLabelsOnce() {
        String label =
                "<g style=\"visibility:visible;fill-opacity:0.0;fill:#ffffff;stroke:none;\"><text font-family=\"%s\""
                        + " font-size=\"18\" stroke=\"none\" style=\"fill-opacity:1.0;fill:#1f2933;\" x=\"1.0\" y=\"2.0\">%s</text></g>";
        String other = label.formatted("Serif", "c");

        assertThat(SvgReducer.svg("<svg><g id=\"outerG\" style=\"fill:none;stroke:none\">"
                        + label.formatted("Sans", "a")
                        + label.formatted("Sans", "b 1.0") + other + "</g></svg>"))
                .isEqualTo("<svg><g style=\"fill:none;stroke:none\" font-family=\"Sans\">"
                        + "<text font-size=\"18\" fill=\"#1f2933\" x=\"1\" y=\"2\">a</text>"
                        + "<text font-size=\"18\" fill=\"#1f2933\" x=\"1\" y=\"2\">b 1.0</text>"
                        + other.replace("visibility:visible;", "")
                                .replace(".0;", ";")
                                .replace(".0\"", "\"") + "</g></svg>");
    }

    @Test
    void shouldDrawACurveInOneGo() {
        String curve =
                "<svg><g style=\"stroke:#f00;\"><path d=\" M1 1 L2 2 M2 2 L3 1 M3 1 L4 4 M5 5 L6 6\"/></g></svg>";

        assertThat(SvgReducer.svg(curve))
                .isEqualTo("<svg><g style=\"stroke:#f00;\"><path d=\" M1 1 L2 2 L3 1 L4 4 M5 5 L6 6\"/></g></svg>");
    }

    @Test
    void shouldLeaveOutOnlyTheEmptyOneOfTwoThatEndTogether() {
        assertThat(SvgReducer.svg(
                        "<svg><g fill=\"#f00\"><path d=\" M1 1\"/><g style=\"visibility:visible;\"/></g></svg>"))
                .isEqualTo("<svg><g fill=\"#f00\"><path d=\" M1 1\"/></g></svg>");
    }

    @Test
    void shouldStayAPictureThatBrowsersRead() throws Exception {
        String svg = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"
                + "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10.0\"><text x=\"43.666668\">1.25 ≤ 2.0</text></svg>";

        String slim = SvgReducer.svg(svg);

        assertThat(slim)
                .as("a version of XML is no number, and what is written on an axis is not rounded")
                .isEqualTo(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\"><text x=\"43.7\">1.25 ≤ 2.0</text></svg>");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(slim)))
                        .getDocumentElement()
                        .getTextContent())
                .isEqualTo("1.25 ≤ 2.0");
    }
}
