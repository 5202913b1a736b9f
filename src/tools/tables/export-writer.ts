import type { ExportFormat } from './export-formats.ts';
import { XlsxWriter } from './xlsx.ts';

/** Makes the bytes of a file out of the lines of app.export_line, as they come; holds no more than what it has not given out. */
export interface ExportWriter {
  write(lines: string): Promise<Buffer>;
  /** Completes the file. */
  end(): Promise<Buffer>;
}

/**
 * The lines are the file, except in xlsx, whose lines are rows to be zipped.
 * @param decimals of xlsx: the columns whose texts are decimal numbers
 */
export function exportWriter(format: ExportFormat, decimals?: readonly number[]): ExportWriter {
  if (format === 'xlsx') return new XlsxWriter(decimals);
  return { write: async (lines) => Buffer.from(lines), end: async () => Buffer.alloc(0) };
}
