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
