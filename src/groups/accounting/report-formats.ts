import { exportFormats } from '../../tools/tables/export-formats.ts';

/** The media type of each format of a report that is a file. */
export const reportFormats = {
  csv: exportFormats.csv,
  xlsx: exportFormats.xlsx,
  pdf: 'application/pdf',
};

/** The same without their parameters, as the OpenAPI document names them. */
export const reportTypes = (...formats: Array<keyof typeof reportFormats>): string[] =>
  formats.map((format) => reportFormats[format].split(';')[0] as string);
