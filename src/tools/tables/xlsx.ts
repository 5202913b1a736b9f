import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';
import type { ExportWriter } from './export-writer.ts';

/** As long as Excel lets a text in a cell be. */
const maxCellLength = 32_767;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ooxml = 'http://schemas.openxmlformats.org';
/** Around the one sheet, ECMA-376 asks for no more than this. */
const parts: Record<string, string> = {
  '[Content_Types].xml':
    `${head}<Types xmlns="${ooxml}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
    '</Types>',
  '_rels/.rels':
    `${head}<Relationships xmlns="${ooxml}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>` +
    '</Relationships>',
  'xl/workbook.xml':
    `${head}<workbook xmlns="${ooxml}/spreadsheetml/2006/main" xmlns:r="${ooxml}/officeDocument/2006/relationships">` +
    '<sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `${head}<Relationships xmlns="${ooxml}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${ooxml}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>` +
    '</Relationships>',
};

/** Characters of XML that are written at a time: others get their turn before the next. */
const pieceLength = 64 * 1024;

/**
 * An Excel file of one sheet, written as it goes: the libraries that write such files hold all rows in memory (650 MB for
 * 100,000 rows of 10). Texts are texts, so no formula can come of them. Compression happens in separate threads.
 */
export class XlsxWriter implements ExportWriter {
  private readonly zip: Zip;
  private readonly sheet: ZipInputFile = {
    filename: 'xl/worksheets/sheet1.xml',
    compression: 8,
    size: 0,
    crc: 0,
  };
  private readonly deflate = createDeflateRaw();
  private readonly decimals: ReadonlySet<number>;
  private out: Uint8Array[] = [];
  private piece = '';

  /** @param decimals the columns whose texts are decimal numbers, written digit by digit */
  constructor(decimals: readonly number[] = []) {
    this.decimals = new Set(decimals);
    this.zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.out.push(chunk);
    });
    for (const [name, text] of Object.entries(parts)) {
      const part = new ZipDeflate(name);
      this.zip.add(part);
      part.push(Buffer.from(text), true);
    }
    this.zip.add(this.sheet);
    this.deflate.on('data', (chunk: Buffer<ArrayBuffer>) =>
      this.sheet.ondata?.(null, chunk, false),
    );
    this.piece = `${head}<worksheet xmlns="${ooxml}/spreadsheetml/2006/main"><sheetData>`;
  }

  /** @param lines a JSON array of cells on each */
  async write(lines: string): Promise<Buffer> {
    for (let start = 0; start < lines.length; ) {
      const at = lines.indexOf('\n', start);
      const end = at < 0 ? lines.length : at;
      if (end > start) await this.addRow(JSON.parse(lines.slice(start, end)));
      start = end + 1;
    }
    await this.push();
    return this.take();
  }

  async end(): Promise<Buffer> {
    this.piece += '</sheetData></worksheet>';
    await this.push();
    this.deflate.end();
    await finished(this.deflate);
    this.sheet.ondata?.(null, new Uint8Array(), true);
    this.zip.end();
    return this.take();
  }

  private async addRow(values: unknown[]): Promise<void> {
    this.piece += '<row>';
    for (const [column, value] of values.entries()) {
      this.piece += this.decimals.has(column) ? decimalXml(value) : cellXml(value);
      if (this.piece.length > pieceLength) await this.push();
    }
    this.piece += '</row>';
  }

  private async push(): Promise<void> {
    const bytes = Buffer.from(this.piece);
    this.piece = '';
    this.sheet.crc = crc32(bytes, this.sheet.crc);
    this.sheet.size += bytes.length;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    await promise;
  }

  private take(): Buffer {
    const bytes = Buffer.concat(this.out);
    this.out = [];
    return bytes;
  }
}

/** Spreadsheets keep 15 digits: of more, such as the number of a card or an id, the last would become zeros. */
const manyDigits = /^-?\d{16,}$/;

function cellXml(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return manyDigits.test(String(value)) ? textXml(String(value)) : `<c><v>${value}</v></c>`;
    case 'boolean':
      return `<c t="b"><v>${Number(value)}</v></c>`;
    case 'string':
      return textXml(value);
    default:
      return value === null || value === undefined ? '<c/>' : textXml(JSON.stringify(value));
  }
}

const decimal = /^-?\d+(\.\d+)?$/;

/** A decimal number that came as a text; its header is a text as any other. */
const decimalXml = (value: unknown): string =>
  typeof value === 'string' && decimal.test(value) && !hasManyDigits(value)
    ? `<c><v>${value}</v></c>`
    : cellXml(value);

const hasManyDigits = (text: string): boolean =>
  text.replace(/^[-0.]+/, '').replace('.', '').length > 15;

const textXml = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCellLength).toWellFormed())}</t></is></c>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes characters that XML cannot hold as _xHHHH_ (ECMA-376, 22.9.2.19), and also a text that looks like such an
 * escape.
 */
function escapeXml(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g,
    (char) =>
      entities[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}
