import type { Finding } from './doctor/check.ts';

/** Errors whose message is enough for the operator to act; all others show where they came from. */
const selfExplaining = new Set([
  'BackupError',
  'CallError',
  'ConfigError',
  'DatabaseError',
  'EmbeddedError',
  'ListenError',
  'MigrationError',
  'NewerDatabaseError',
  'NotMigratedError',
  'OtherKeyError',
  'SqlFileError',
]);

/** An error as text for a terminal. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (selfExplaining.has(error.name)) return `insula: ${error.message}`;
  return `insula: ${error.stack ?? error.message}`;
}

/** Examples below the options of a command. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

const signs = { ok: '✓', warning: '!', failed: '✗' };

/** A finding of `insula doctor` for a terminal, with what to do about it. */
export function describeFinding({ name, status, found, advice }: Finding): string {
  const line = `${signs[status]} ${name}: ${found}`;
  return advice ? `${line}\n    ${advice}` : line;
}

/** One JSON document on standard output, for scripts. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Rows as columns, each as wide as its widest cell. */
export function table(header: string[], rows: string[][]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  return lines
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Ends the process quietly once the reader of its output (`| head`) has seen enough. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
