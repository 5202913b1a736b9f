import { ApiError } from '../../ground/errors.ts';
import { parseJsonField, parseJsonText } from '../../ground/shapes/json-body.ts';
import { maxRecordLength, maxRows } from '../../tools/tables/limits.ts';
import { asRow, RowCollector, type Rows, tooManyRows } from './import-rows.ts';

/** Rows that are JSON values already. A row that is not an object is a bad one. */
export function rowsOfValues(values: unknown[]): Rows {
  if (values.length > maxRows) throw tooManyRows();
  const rows = new RowCollector(false);
  for (const value of values) {
    const row = asRow(value);
    if (row) rows.add(row);
    else rows.reject('invalid_row', 'must be an object that maps properties to values');
  }
  return rows.result;
}

/** A JSON document: an array of objects. */
export function rowsOfJson(text: string): Rows {
  const values = parseJsonField(text, 'data');
  if (!Array.isArray(values))
    throw ApiError.invalid('data', 'invalid_json', 'must be a JSON array of objects');
  return rowsOfValues(values);
}

/** One JSON object per line (ndjson.org); empty lines do not count. A line that is broken is one bad row. */
export function rowsOfNdjson(text: string): Rows {
  const rows = new RowCollector(false);
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? text.length : at;
    if (end - start > maxRecordLength) {
      throw ApiError.invalid(
        'data',
        'too_long',
        `row ${rows.next} is longer than ${maxRecordLength} characters`,
      );
    }
    addLine(rows, text.slice(start, end).trim());
    start = end + 1;
  }
  return rows.result;
}

function addLine(rows: RowCollector, line: string): void {
  if (line === '') return;
  let value: unknown;
  try {
    value = parseJsonText(line);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [detail] = (error.extras.details ?? []) as { path: string; message: string }[];
    if (detail)
      rows.reject('invalid_value', detail.message, detail.path === 'body' ? null : detail.path);
    else rows.reject('invalid_json', 'is not a valid JSON object');
    return;
  }
  const row = asRow(value);
  if (row) rows.add(row);
  else rows.reject('invalid_row', 'must be an object that maps properties to values');
}
