import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

/** A table on paper, all of it as texts. */
export interface Sheet {
  /** Stands above the title. */
  company: string;
  title: string;
  /** Under the title. */
  notes: string[];
  paper: 'a4' | 'letter';
  /** The first column takes the room that the others leave. */
  columns: Array<{ title: string; isAmount: boolean }>;
  rows: SheetRow[];
  /** "Page 1 of 2" in the language of the sheet. */
  pageOf(page: number, pages: number): string;
}

export interface SheetRow {
  cells: string[];
  /** How deep the first cell is indented. */
  indent?: number;
  isStrong?: boolean;
  /** A line above it, as over a total. */
  hasRule?: boolean;
}

type Pdf = InstanceType<typeof PDFDocument>;

const require = createRequire(import.meta.url);
const font = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

const margin = 42;
const gap = 10;
const indentWidth = 10;
const footerHeight = 24;
const ink = '#111827';
const pale = '#6b7280';
const rule = '#d1d5db';
/** Of the font: the width of a digit, and about that of other characters, in parts of its size. */
const characterWidth = 0.64;
/** Amounts are never cut: the more digits they have, the smaller they are. */
const sizes = [8.5, 7.5, 6.5, 5.5, 4.5];
/** The least part of the width that the first column gets. */
const firstShare = 0.28;

/**
 * Prints a table, on as many pages as it needs, each with its head and its number. It takes the processor for a second per
 * some thousand rows, so it belongs into a job (src/computing). Characters that DejaVu Sans does not have become boxes.
 */
export function printSheet(sheet: Sheet): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { layout, size, widths } = fitted(sheet);
  const doc = new PDFDocument({
    size: sheet.paper === 'a4' ? 'A4' : 'LETTER',
    layout,
    margin,
    font,
    bufferPages: true,
    info: { Title: `${sheet.title}, ${sheet.company}`, Producer: 'Insula', Creator: 'Insula' },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  doc.on('end', () => resolve(Buffer.concat(parts)));
  doc.on('error', reject);
  print(doc, sheet, size, widths);
  doc.end();
  return promise;
}

/** Chooses the side of the paper and the size of letters for which all amounts fit into one line. */
function fitted({ paper, columns, rows }: Sheet) {
  const [short, long] = paper === 'a4' ? [595, 842] : [612, 792];
  const longest = columns.map(({ title }, at) =>
    rows.reduce((most, { cells }) => Math.max(most, cells[at]?.length ?? 0), title.length),
  );
  const of = (layout: 'portrait' | 'landscape', size: number) => {
    const room = (layout === 'portrait' ? short : long) - 2 * margin;
    const others = longest.slice(1).map((length) => length * characterWidth * size + gap);
    const first = room - others.reduce((sum, width) => sum + width, 0);
    return { layout, size, widths: [first, ...others], isEnough: first >= firstShare * room };
  };
  const all = sizes.flatMap((size) => [of('portrait', size), of('landscape', size)]);
  return all.find(({ isEnough }) => isEnough) ?? of('landscape', sizes.at(-1) as number);
}

function print(doc: Pdf, sheet: Sheet, size: number, widths: number[]): void {
  const bottom = doc.page.height - margin - footerHeight;
  const rowHeight = 1.7 * size;
  const lefts = widths.map((_, at) =>
    widths.slice(0, at).reduce((sum, width) => sum + width, margin),
  );
  const write = (text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions = {}) =>
    doc.text(text, x, y, { lineBreak: false, ...options });
  /** The font has one weight: an outline of the letters makes them bold. */
  const strong = (isStrong: boolean) => (isStrong ? { fill: true, stroke: true } : {});
  const line = (y: number, color: string) =>
    doc
      .moveTo(margin, y)
      .lineTo(doc.page.width - margin, y)
      .lineWidth(0.5)
      .stroke(color);
  const pen = (color: string, letters = size) =>
    doc
      .fontSize(letters)
      .fillColor(color)
      .strokeColor(color)
      .lineWidth(letters / 30);

  function row({ cells, indent = 0, isStrong = false, hasRule = false }: SheetRow, at: number) {
    const left = margin + indent * indentWidth;
    const width = (widths[0] as number) - gap - indent * indentWidth;
    const text = (cells[0] ?? '').replaceAll(/\s+/g, ' ');
    pen(ink);
    const isLong = doc.widthOfString(text) > width;
    const height = isLong ? doc.heightOfString(text, { width }) + 0.7 * size : rowHeight;
    let y = at;
    if (y + height > bottom) y = nextPage();
    if (hasRule) line(y, rule);
    pen(ink);
    const base = y + 0.35 * size;
    write(text, left, base, { ...strong(isStrong), ...(isLong ? { width, lineBreak: true } : {}) });
    for (const [column, cell] of cells.entries()) {
      if (column === 0 || cell === '') continue;
      const { isAmount = false } = sheet.columns[column] ?? {};
      const x = lefts[column] as number;
      const room = widths[column] as number;
      write(cell, isAmount ? x + room - doc.widthOfString(cell) : x, base, strong(isStrong));
    }
    return y + height;
  }

  function head(y: number): number {
    pen(pale);
    for (const [column, { title, isAmount }] of sheet.columns.entries()) {
      const x = lefts[column] as number;
      write(title, isAmount ? x + (widths[column] as number) - doc.widthOfString(title) : x, y);
    }
    line(y + rowHeight, ink);
    return y + rowHeight + 0.3 * size;
  }

  function nextPage(): number {
    doc.addPage();
    return head(margin);
  }

  pen(pale, 10);
  write(sheet.company, margin, margin);
  pen(ink, 18);
  write(sheet.title, margin, margin + 16, strong(true));
  pen(pale, 9);
  for (const [at, note] of sheet.notes.entries()) write(note, margin, margin + 42 + 13 * at);
  let y = head(margin + 54 + 13 * sheet.notes.length);
  for (const one of sheet.rows) y = row(one, y);

  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    // Below the margin, where pdfkit would begin another page.
    doc.page.margins.bottom = 0;
    pen(pale, 7);
    const foot = doc.page.height - margin;
    write(`${sheet.company} · ${sheet.title}`, margin, foot);
    const number = sheet.pageOf(page + 1, count);
    write(number, doc.page.width - margin - doc.widthOfString(number), foot);
  }
}
