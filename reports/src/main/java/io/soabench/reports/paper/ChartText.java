package io.soabench.reports.paper;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Point2D;
import java.text.AttributedCharacterIterator;
import java.text.CharacterIterator;
import java.util.List;
import org.apache.batik.gvt.TextNode;
import org.apache.batik.gvt.renderer.StrokingTextPainter;
import org.apache.batik.gvt.text.TextPaintInfo;

/** A painter of the texts of a chart as text. Batik draws the outline of each letter, which is larger and cannot be searched. */
final class ChartText extends StrokingTextPainter {

    @Override
    @SuppressWarnings("rawtypes") // Batik's method has a raw type.
    protected void paintTextRuns(List runs, Graphics2D pen) {
        for (Object run : runs) {
            write((TextRun) run, pen);
        }
    }

    private static void write(TextRun run, Graphics2D pen) {
        AttributedCharacterIterator text = run.getACI();
        text.first();
        TextPaintInfo look = (TextPaintInfo) text.getAttribute(TextNode.PAINT_INFO);
        if (look == null || !look.visible || look.fillPaint == null) {
            return;
        }
        Font font = new Font(text.getAttributes());
        Point2D start = run.getLayout().getOffset();
        pen.setFont(font);
        pen.setPaint(look.fillPaint);
        pen.drawString(letters(text), (float) start.getX(), (float) start.getY());
    }

    private static String letters(CharacterIterator text) {
        StringBuilder letters = new StringBuilder();
        for (char each = text.first(); each != CharacterIterator.DONE; each = text.next()) {
            letters.append(each);
        }
        return letters.toString();
    }
}
