import type pg from 'pg';

/** A file of SQL failed. The message names the place: `sql/50_api/x.sql:12:8`, the line and a caret under the place. */
export class SqlFileError extends Error {
  override name = 'SqlFileError';
  readonly path: string;
  readonly line: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, path: string, line: number | undefined, cause: pg.DatabaseError) {
    super(message, { cause });
    this.path = path;
    this.line = line;
    this.code = cause.code;
  }
}

/** Turns an error of PostgreSQL about `file` into a message that an editor can jump to. */
export function describeSqlError(
  error: pg.DatabaseError,
  file: { path: string; text: string },
): SqlFileError {
  const place = placeOf(file.text, Number(error.position ?? Number.NaN));
  const parts = [
    place ? `sql/${file.path}:${place.line}:${place.column}` : `sql/${file.path}`,
    ...(place ? [`  ${place.source}`, `  ${place.indent}^`] : []),
    `${error.severity ?? 'ERROR'} ${error.code}: ${error.message}`,
    ...(error.detail ? [`detail: ${error.detail}`] : []),
    ...(error.hint ? [`hint: ${error.hint}`] : []),
    ...(error.where ? [`where: ${error.where}`] : []),
  ];
  return new SqlFileError(parts.join('\n'), file.path, place?.line, error);
}

/** `position` counts characters (code points) from 1, as PostgreSQL does. */
function placeOf(text: string, position: number) {
  if (!Number.isInteger(position)) return undefined;
  const before = [...text].slice(0, position - 1).join('');
  const start = before.lastIndexOf('\n') + 1;
  const source = text.slice(start).split('\n', 1)[0] ?? '';
  const lead = before.slice(start);
  return {
    line: before.split('\n').length,
    column: lead.length + 1,
    source,
    // Tabs stay tabs, so that the caret is under its place.
    indent: lead.replace(/[^\t]/g, ' '),
  };
}
