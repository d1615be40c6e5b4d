package io.soabench.reports;

import io.soabench.reports.design.ReportFonts;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.birt.report.engine.api.HTMLImageHandler;
import org.eclipse.birt.report.engine.api.IImage;
import org.eclipse.birt.report.engine.api.script.IReportContext;

/** The pictures of an HTML page in memory, under names that are the same in every rendering. */
final class EmbeddedImages extends HTMLImageHandler {

    private final Map<String, byte[]> pictures = new LinkedHashMap<>();

    @Override
    public String onCustomImage(IImage image, IReportContext context) {
        return keep(image);
    }

    @Override
    public String onDesignImage(IImage image, IReportContext context) {
        return keep(image);
    }

    private String keep(IImage image) {
        String name = "picture-" + (pictures.size() + 1) + image.getExtension();
        pictures.put(name, slim(name, image.getImageData()));
        return name;
    }

    private static byte[] slim(String name, byte[] picture) {
        if (name.endsWith(".svg")) {
            String svg = SvgReducer.svg(new String(picture, StandardCharsets.UTF_8));
            return withFallback(svg).getBytes(StandardCharsets.UTF_8);
        }
        return picture;
    }

    /** Adds similar fonts to a drawing, for a viewer without the report's font. */
    private static String withFallback(String svg) {
        return svg.replaceAll(
                        "font-family:\\s*'?" + ReportFonts.FAMILY + "'?", "font-family:" + ReportFonts.CSS_FAMILIES)
                .replaceAll(
                        "font-family=\"[^\"]*" + ReportFonts.FAMILY + "[^\"]*\"",
                        "font-family=\"" + ReportFonts.CSS_FAMILIES + "\"");
    }

    /** Returns the picture as a {@code data:} address (RFC 2397) that may stand between quotation marks. */
    String dataUri(String name) {
        byte[] picture = pictures.get(name);
        return name.endsWith(".svg")
                ? "data:image/svg+xml;charset=utf-8," + asText(new String(picture, StandardCharsets.UTF_8))
                : "data:image/png;base64," + Base64.getEncoder().encodeToString(picture);
    }

    /**
     * Returns a drawing as text of a {@code data:} address, a quarter shorter than Base64. Only characters that would end the address, or
     * have another meaning in it, are escaped.
     */
    private static String asText(String svg) {
        StringBuilder text = new StringBuilder(svg.length() + svg.length() / 8);
        boolean apostrophes = svg.indexOf('\'') >= 0;
        for (int i = 0; i < svg.length(); i++) {
            char c = svg.charAt(i);
            switch (c) {
                case '%' -> text.append("%25");
                case '#' -> text.append("%23");
                case '&' -> text.append("%26");
                case '\n', '\r', '\t' -> text.append(' ');
                case '"' -> text.append(apostrophes ? "%22" : "'");
                default -> text.append(c);
            }
        }
        return text.toString();
    }
}
