export type ExportFormat = 'json' | 'csv' | 'ndjson' | 'xlsx';

/** The media type of each format. */
export const exportFormats: Record<ExportFormat, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
