package io.soabench.reports;

import com.lowagie.text.DocumentException;
import com.lowagie.text.Element;
import com.lowagie.text.pdf.BaseFont;
import com.lowagie.text.pdf.PdfArray;
import com.lowagie.text.pdf.PdfContentByte;
import com.lowagie.text.pdf.PdfDictionary;
import com.lowagie.text.pdf.PdfIndirectReference;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfObject;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfString;
import io.soabench.reports.chapters.MethodTexts;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportFonts;
import io.soabench.reports.design.ReportLayout;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The page numbers in the contents and the footers of a PDF. The page of a chapter is known only when the whole PDF is laid out. BIRT would
 * lay it out once more for that, which takes as long as the first time.
 */
final class PageNumbers {

    /** Size of the letters of the contents and of the footer in the design. */
    private static final float SIZE = 9;

    /** Right end of the lines: the width of A4 without the margin of the page and the padding of BIRT's cells, in points. */
    private static final float RIGHT = 551.5f;

    /** Height of the line of the footer above the bottom of the page, in points. */
    private static final float FOOTER = 50.4f;

    /** Part of the height of a line that is below the letters. */
    private static final float DESCENT = 0.21f;

    private final PdfReader reader;
    private final PdfStamper stamper;
    private final BaseFont font;
    private final Map<String, Integer> pages = new HashMap<>();

    private PageNumbers(PdfReader reader, PdfStamper stamper, BaseFont font) {
        this.reader = reader;
        this.stamper = stamper;
        this.font = font;
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int page = 1; page <= reader.getNumberOfPages(); page++) {
            numbers.put(reader.getPageOrigRef(page).getNumber(), page);
        }
        for (Object entry : reader.getNamedDestination().entrySet()) {
            Map.Entry<?, ?> destination = (Map.Entry<?, ?>) entry;
            if (destination.getValue() instanceof PdfArray place
                    && place.getPdfObject(0) instanceof PdfIndirectReference page) {
                pages.put(destination.getKey().toString(), numbers.get(page.getNumber()));
            }
        }
    }

    /**
     * Writes the numbers.
     *
     * @param laid the PDF without numbers, in which the targets of the contents follow the contents
     * @param out the PDF with numbers
     */
    static void write(Path laid, Path out, ReportFonts fonts) throws IOException {
        PdfReader reader = new PdfReader(Files.readAllBytes(laid));
        try (OutputStream stream = Files.newOutputStream(out)) {
            PdfStamper stamper = new PdfStamper(reader, stream);
            stamper.setFullCompression();
            BaseFont font = BaseFont.createFont(fonts.regular().toString(), BaseFont.WINANSI, BaseFont.EMBEDDED);
            PageNumbers numbers = new PageNumbers(reader, stamper, font);
            // A short report has none.
            if (numbers.pages.containsKey(RunReport.CONTENTS)) {
                numbers.contents();
            }
            numbers.footers();
            stamper.close();
        } catch (DocumentException e) {
            throw new IOException("the numbers of pages cannot be written: " + e.getMessage(), e);
        } finally {
            reader.close();
        }
    }

    private void contents() {
        int first = pages.get(RunReport.CONTENTS);
        // The first line of the contents links to the first chapter, which may begin on the last page of the contents.
        for (int page = first, last = first; page <= last; page++) {
            PdfArray links = reader.getPageN(page).getAsArray(PdfName.ANNOTS);
            // A line may be made of several links.
            Set<String> lines = new HashSet<>();
            for (int i = 0; links != null && i < links.size(); i++) {
                PdfDictionary link = links.getAsDict(i);
                String bookmark = bookmark(link);
                if (pages.containsKey(bookmark) && !bookmark.startsWith(MethodTexts.PREFIX) && lines.add(bookmark)) {
                    int target = pages.get(bookmark);
                    float y = baseline(link.getAsArray(PdfName.RECT));
                    print(page, Palette.INK, Element.ALIGN_RIGHT, Integer.toString(target), RIGHT, y);
                    last = page == first && lines.size() == 1 ? target : last;
                }
            }
        }
    }

    private void footers() {
        int total = reader.getNumberOfPages();
        for (int page = 1; page <= total; page++) {
            print(page, Palette.QUIET, Element.ALIGN_LEFT, " / " + total, RIGHT - ReportLayout.TOTAL_WIDTH + 1, FOOTER);
        }
    }

    /** Returns the bookmark of a link; empty when it leads elsewhere. */
    private static String bookmark(PdfDictionary link) {
        PdfDictionary action = link.getAsDict(PdfName.A);
        PdfObject destination = action == null ? link.getDirectObject(PdfName.DEST) : action.getDirectObject(PdfName.D);
        return destination instanceof PdfString name ? name.toUnicodeString() : "";
    }

    private static float baseline(PdfArray place) {
        float one = place.getAsNumber(1).floatValue();
        float other = place.getAsNumber(3).floatValue();
        return Math.min(one, other) + DESCENT * Math.abs(one - other);
    }

    private void print(int page, Palette colour, int alignment, String text, float x, float y) {
        PdfContentByte over = stamper.getOverContent(page);
        over.beginText();
        over.setColorFill(Color.decode(colour.hex()));
        over.setFontAndSize(font, SIZE);
        over.showTextAligned(alignment, text, x, y, 0);
        over.endText();
    }
}
