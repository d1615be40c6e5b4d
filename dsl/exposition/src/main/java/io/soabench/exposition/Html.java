package io.soabench.exposition;

import java.util.List;

/** The HTML text of a page: headings, tables and figures. It can be printed on A4. */
final class Html {

    private static final String STYLE =
            """
            @page { size: A4; margin: 16mm }
            body { font: 14px/1.45 "Liberation Sans", Arial, Helvetica, sans-serif; color: #1c2733; max-width: 980px; margin: 24px auto; padding: 0 16px }
            h1 { margin-bottom: 0 } h2 { border-bottom: 1px solid #9aa7b8; margin-top: 32px } h3 { margin-bottom: 4px }
            .question { font-size: 17px; margin-top: 4px }
            table { border-collapse: collapse; width: 100%; margin: 8px 0 }
            caption { text-align: left; font-weight: bold; padding: 4px 0 }
            th, td { border: 1px solid #c8d0da; padding: 3px 8px; text-align: left; vertical-align: top }
            th { background: #eef2f6; font-weight: normal }
            figure { margin: 8px 0; break-inside: avoid } svg { max-width: 100%; height: auto }
            figcaption { font-size: 12px; color: #44546a }
            code { display: block; background: #f3f5f8; padding: 6px 8px; white-space: pre-wrap; overflow-wrap: anywhere }
            ul { margin: 4px 0 } tr, li { break-inside: avoid } h2, h3 { break-after: avoid }
            @media print { body { margin: 0; font-size: 11px } svg { max-height: 230mm } }
            """;

    private final StringBuilder out = new StringBuilder();

    void begin(String title) {
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append(Svg.escaped(title))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n");
    }

    void heading(int level, String text) {
        element("h" + level, text);
    }

    private void element(String tag, String text) {
        out.append('<')
                .append(tag)
                .append('>')
                .append(Svg.escaped(text))
                .append("</")
                .append(tag)
                .append(">\n");
    }

    void paragraph(String text, String kind) {
        out.append(kind.isEmpty() ? "<p>" : "<p class=\"" + kind + "\">")
                .append(Svg.escaped(text))
                .append("</p>\n");
    }

    void code(String text) {
        element("code", text);
    }

    void list(List<String> items) {
        if (items.isEmpty()) {
            return;
        }
        out.append("<ul>\n");
        items.forEach(item -> element("li", item));
        out.append("</ul>\n");
    }

    void figure(String svg, String caption) {
        out.append("<figure>\n").append(svg);
        element("figcaption", caption);
        out.append("</figure>\n");
    }

    void beginTable(String caption, List<String> heads) {
        out.append("<table>\n");
        element("caption", caption);
        if (!heads.isEmpty()) {
            out.append("<thead><tr>");
            heads.forEach(head ->
                    out.append("<th scope=\"col\">").append(Svg.escaped(head)).append("</th>"));
            out.append("</tr></thead>\n");
        }
        out.append("<tbody>\n");
    }

    void row(String head, String text) {
        out.append("<tr><th scope=\"row\">")
                .append(Svg.escaped(head))
                .append("</th><td>")
                .append(Svg.escaped(text))
                .append("</td></tr>\n");
    }

    void cells(List<String> cells) {
        out.append("<tr>");
        cells.forEach(cell -> out.append("<td>").append(Svg.escaped(cell)).append("</td>"));
        out.append("</tr>\n");
    }

    void endTable() {
        out.append("</tbody>\n</table>\n");
    }

    String end() {
        return out.append("</body>\n</html>\n").toString();
    }
}
