import { InvalidArgumentError } from 'commander';

/** The value of an option that counts something. @throws wrong usage (exit code 2) */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

/** The value of an option that lists things: `read,write`. */
export function commaList(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** A moment to restore to. */
export function momentOf(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError(
    'It must be "latest", or a time with an offset such as 2026-11-29T04:15:00Z.',
  );
}
