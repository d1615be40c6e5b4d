package io.soabench.reports.paper;

import com.lowagie.text.BadElementException;
import com.lowagie.text.Document;
import com.lowagie.text.Image;
import com.lowagie.text.pdf.PdfArray;
import com.lowagie.text.pdf.PdfDictionary;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfNumber;
import com.lowagie.text.pdf.PdfString;
import com.lowagie.text.pdf.PdfTemplate;
import com.lowagie.text.pdf.PdfWriter;
import io.soabench.reports.picture.PalettePng;
import java.awt.Graphics2D;
import java.awt.print.PageFormat;
import java.awt.print.Paper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.batik.bridge.BridgeContext;
import org.apache.batik.dom.svg.SVGOMDocument;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.print.PrintTranscoder;
import org.eclipse.birt.report.engine.emitter.pdf.PDFPage;
import org.eclipse.birt.report.engine.emitter.pdf.PDFPageDevice;

/** A page of the PDF, on which charts have text and pictures keep their palettes. */
final class PaperPage extends PDFPage {

    private static final int RGB = 3;

    /** Value for lines of a PNG with filters, ISO 32000-1 §7.4.4.4. */
    private static final int PNG_FILTERS = 15;

    private final ChartFonts fonts;

    PaperPage(int width, int height, Document document, PdfWriter writer, PDFPageDevice device, ChartFonts fonts) {
        super(width, height, document, writer, device);
        this.fonts = fonts;
    }

    @Override
    protected PdfTemplate transSVG(
            String path, byte[] svg, float x, float y, float height, float width, String helpText) throws IOException {
        PdfTemplate template = contentByte.createTemplate(width, height);
        Graphics2D pen = template.createGraphics(width, height, fonts);
        PrintTranscoder drawing = new Drawing();
        drawing.transcode(new TranscoderInput(new ByteArrayInputStream(svg)), null);
        Paper paper = new Paper();
        paper.setSize(width, height);
        paper.setImageableArea(0, 0, width, height);
        PageFormat page = new PageFormat();
        page.setPaper(paper);
        drawing.print(pen, page, 0);
        pen.dispose();
        return template;
    }

    @Override
    @SuppressWarnings("rawtypes") // as BIRT has it
    protected void drawImage(
            String id,
            byte[] data,
            String extension,
            float x,
            float y,
            float height,
            float width,
            String helpText,
            Map parameters)
            throws Exception {
        Optional<PalettePng> picture = data == null ? Optional.empty() : PalettePng.read(data);
        if (picture.isPresent()) {
            drawImage(image(picture.get()), x, y, height, width, helpText);
        } else {
            super.drawImage(id, data, extension, x, y, height, width, helpText, parameters);
        }
    }

    /** Returns an image with the packed data as they are, because a PDF packs pictures in the way of a PNG. */
    private static Image image(PalettePng picture) throws BadElementException {
        PdfArray space = new PdfArray(PdfName.INDEXED);
        space.add(PdfName.DEVICERGB);
        space.add(new PdfNumber(picture.palette().length / RGB - 1));
        PdfString palette = new PdfString(picture.palette());
        palette.setHexWriting(true);
        space.add(palette);
        PdfDictionary packing = new PdfDictionary();
        packing.put(PdfName.PREDICTOR, new PdfNumber(PNG_FILTERS));
        packing.put(PdfName.COLORS, new PdfNumber(1));
        packing.put(PdfName.BITSPERCOMPONENT, new PdfNumber(Byte.SIZE));
        packing.put(PdfName.COLUMNS, new PdfNumber(picture.width()));
        PdfDictionary more = new PdfDictionary();
        more.put(PdfName.COLORSPACE, space);
        more.put(PdfName.DECODEPARMS, packing);
        Image image = Image.getInstance(picture.width(), picture.height(), 1, Byte.SIZE, picture.packed());
        image.setDeflated(true);
        image.setAdditional(more);
        return image;
    }

    /** Batik's transcoder, with text. */
    private static final class Drawing extends PrintTranscoder {

        @Override
        protected BridgeContext createBridgeContext(SVGOMDocument document) {
            BridgeContext context = super.createBridgeContext(document);
            context.setTextPainter(new ChartText());
            return context;
        }
    }
}
