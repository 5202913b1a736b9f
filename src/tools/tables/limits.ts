/** Rows of one import. */
export const maxRows = 10_000;
export const maxColumns = 1000;
/** Characters of one CSV record or one line of NDJSON: as much as a JSON body may have. */
export const maxRecordLength = 5 * 1024 * 1024;
/** A file that is uploaded to be imported. */
export const maxFileBytes = 25 * 1024 * 1024;
/** Bad rows that an answer tells of. */
export const maxErrors = 100;
