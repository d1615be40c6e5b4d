package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.lowagie.text.Chunk;
import com.lowagie.text.Document;
import com.lowagie.text.PageSize;
import com.lowagie.text.Paragraph;
import com.lowagie.text.pdf.PdfAction;
import com.lowagie.text.pdf.PdfWriter;
import io.soabench.reports.design.ReportFonts;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageNumbersTest {

    @TempDir
    private Path folder;

    /** Contents on two pages; what their first line leads to begins on the second of them, or behind both. */
    private List<String> numbered(boolean onPageOfContents) throws Exception {
        Path laid = folder.resolve("laid.pdf");
        Document pdf = new Document(PageSize.A4);
        try (OutputStream out = Files.newOutputStream(laid)) {
            PdfWriter.getInstance(pdf, out);
            pdf.open();
            pdf.add(new Paragraph("cover"));
            pdf.newPage();
            pdf.add(new Paragraph(new Chunk("Contents").setLocalDestination(RunReport.CONTENTS)));
            pdf.add(new Paragraph(new Chunk("Answers").setAction(PdfAction.gotoLocalPage("answers", false))));
            pdf.newPage();
            pdf.add(new Paragraph(new Chunk("Glossary").setAction(PdfAction.gotoLocalPage("glossary", false))));
            pdf.add(new Paragraph(new Chunk("Elsewhere").setAnchor("https://example.org")));
            if (!onPageOfContents) {
                pdf.newPage();
            }
            pdf.add(new Paragraph(new Chunk("First chapter").setLocalDestination("answers")));
            pdf.newPage();
            pdf.add(new Paragraph(new Chunk("Last chapter").setLocalDestination("glossary")));
            pdf.close();
        }
        Path out = folder.resolve("out.pdf");
        PageNumbers.write(laid, out, ReportFonts.unpack(Files.createDirectories(folder.resolve("fonts"))));
        try (PDDocument read = Loader.loadPDF(out.toFile())) {
            PDFTextStripper text = new PDFTextStripper();
            text.setSortByPosition(true);
            return text.getText(read).lines().map(String::strip).toList();
        }
    }

    @Test
    void shouldWriteWhereEachLineOfTheContentsLeads() throws Exception {
        assertThat(numbered(false))
                .containsExactly(
                        "cover",
                        "/ 5",
                        "Contents",
                        "Answers 4",
                        "/ 5",
                        "Glossary 5",
                        "Elsewhere",
                        "/ 5",
                        "First chapter",
                        "/ 5",
                        "Last chapter",
                        "/ 5");
    }

    @Test
    void shouldNumberLinesAboveTheChapterThatBeginsOnTheirPage() throws Exception {
        assertThat(numbered(true)).contains("Answers 3", "Glossary 4", "Elsewhere", "First chapter", "Last chapter");
    }
}
