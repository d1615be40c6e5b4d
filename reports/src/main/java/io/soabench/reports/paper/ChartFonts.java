package io.soabench.reports.paper;

import com.lowagie.text.DocumentException;
import com.lowagie.text.pdf.BaseFont;
import com.lowagie.text.pdf.FontMapper;
import io.soabench.reports.design.ReportFonts;
import java.awt.Font;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The fonts of charts in a PDF: those of the report, in place of any that a chart names. Each is read once. */
public final class ChartFonts implements FontMapper {

    private final ReportFonts fonts;
    private final Map<Path, BaseFont> read = new HashMap<>();

    private ChartFonts(ReportFonts fonts) {
        this.fonts = fonts;
    }

    /** Returns the context in which the rendering of a PDF finds the fonts. */
    public static Map<String, Object> context(ReportFonts fonts) {
        return Map.of(ChartFonts.class.getName(), fonts);
    }

    /** Returns the fonts of {@link #context(ReportFonts)}. */
    static ChartFonts of(Map<?, ?> context) {
        return new ChartFonts((ReportFonts) context.get(ChartFonts.class.getName()));
    }

    @Override
    public BaseFont awtToPdf(Font font) {
        return read.computeIfAbsent(fonts.file(font.isBold(), font.isItalic()), ChartFonts::read);
    }

    private static BaseFont read(Path file) {
        try {
            return BaseFont.createFont(file.toString(), BaseFont.IDENTITY_H, BaseFont.EMBEDDED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DocumentException e) {
            throw new IllegalStateException("no font: " + file, e);
        }
    }

    @Override
    public Font pdfToAwt(BaseFont font, int size) {
        return new Font(ReportFonts.FAMILY, Font.PLAIN, size);
    }
}
