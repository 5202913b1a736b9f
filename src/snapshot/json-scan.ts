import { nesting } from './limits.ts';

/**
 * Checks JSON where it lies, byte by byte: no value is made of it, so that its numbers keep all digits, and so that
 * eight megabytes of `{}` cost no more than eight megabytes of text. RFC 8259, but for line breaks between tokens,
 * which end a row.
 */
const byte = (character: string): number => character.charCodeAt(0);
const quote = byte('"');
const backslash = byte('\\');
const comma = byte(',');
const colon = byte(':');
const minus = byte('-');
const zero = byte('0');
const arrayOpen = byte('[');
const arrayClose = byte(']');
const objectOpen = byte('{');
const objectClose = byte('}');
const newline = 10;
const words = ['true', 'false', 'null'].map((word) => Buffer.from(word));
const escapes = new Set([...'"\\/bfnrt'].map(byte));

export class JsonFault extends Error {}

const fail = (message: string): never => {
  throw new JsonFault(message);
};

const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 48 && c <= 57;
const isHex = (c: number | undefined): boolean =>
  isDigit(c) || (c !== undefined && (c | 32) >= 97 && (c | 32) <= 102);

const skipBlank = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 9) at += 1;
  return at;
};

/** @param from behind the opening quote @returns behind the closing one */
const stringEnd = (bytes: Uint8Array, from: number): number => {
  let at = from;
  for (;;) {
    const c = bytes[at];
    if (c === quote) return at + 1;
    if (c === undefined || c < 32) fail('a text is not closed, or has a control character');
    if (c === backslash) {
      const escaped = bytes[at + 1];
      if (escaped === byte('u')) {
        for (let digit = 2; digit < 6; digit += 1)
          if (!isHex(bytes[at + digit])) fail('an escape is not valid');
        at += 6;
      } else if (escaped !== undefined && escapes.has(escaped)) at += 2;
      else fail('an escape is not valid');
    } else at += 1;
  }
};

const digitsEnd = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at === from ? fail('a number is not valid') : at;
};

/** PostgreSQL writes all digits of a number: one of eight bytes may become a hundred thousand. Doubles have exponents up to 324. */
const mostExponent = 400;
const exponent = (bytes: Uint8Array, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to && value <= mostExponent; at += 1)
    value = value * 10 + (bytes[at] as number) - 48;
  return value;
};

const numberEnd = (bytes: Uint8Array, from: number): number => {
  let at = bytes[from] === minus ? from + 1 : from;
  at = bytes[at] === zero ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] === byte('.')) at = digitsEnd(bytes, at + 1);
  if (((bytes[at] ?? 0) | 32) === byte('e')) {
    at += 1;
    if (bytes[at] === minus || bytes[at] === byte('+')) at += 1;
    const digits = at;
    at = digitsEnd(bytes, at);
    if (exponent(bytes, digits, at) > mostExponent) fail('a number is too large or too small');
  }
  return at;
};

const wordEnd = (bytes: Uint8Array, from: number): number => {
  const word = words.find((one) => one[0] === bytes[from]);
  if (!word?.every((c, index) => bytes[from + index] === c)) return fail('a value is not JSON');
  return from + word.length;
};

/** Behind a value that holds no others. */
const scalarEnd = (bytes: Uint8Array, from: number): number => {
  const c = bytes[from];
  if (c === quote) return stringEnd(bytes, from + 1);
  return c === minus || isDigit(c) ? numberEnd(bytes, from) : wordEnd(bytes, from);
};

const keyEnd = (bytes: Uint8Array, from: number): number => {
  if (bytes[from] !== quote) fail('a member has no name');
  const at = skipBlank(bytes, stringEnd(bytes, from + 1));
  if (bytes[at] !== colon) fail('a member has no value');
  return skipBlank(bytes, at + 1);
};

export interface Scanned {
  /** Behind the value. */
  end: number;
  /** How many values the outermost array or object holds. */
  count: number;
}

// One for all: scanning is synchronous.
const closers = new Uint8Array(nesting + 1);

/** Scans the array or object that begins at `from`. @throws JsonFault */
export const scan = (bytes: Uint8Array, from: number): Scanned => {
  let at = from;
  let depth = 0;
  let count = 0;
  for (;;) {
    // Here a value begins.
    const c = bytes[at];
    if (depth === 1) count += 1;
    let isOpen = false;
    if (c === arrayOpen || c === objectOpen) {
      if (depth === nesting) fail(`more than ${nesting} levels`);
      closers[++depth] = c === arrayOpen ? arrayClose : objectClose;
      at = skipBlank(bytes, at + 1);
      isOpen = bytes[at] !== closers[depth];
    } else at = skipBlank(bytes, scalarEnd(bytes, at));
    // Here it has ended, but for one that was just opened and holds something.
    while (!isOpen) {
      if (bytes[at] === closers[depth]) {
        depth -= 1;
        if (depth === 0) return { end: at + 1, count };
        at = skipBlank(bytes, at + 1);
      } else if (bytes[at] === comma) {
        at = skipBlank(bytes, at + 1);
        break;
      } else fail('a comma or the end is missing');
    }
    if (closers[depth] === objectClose) at = keyEnd(bytes, at);
  }
};

/** Behind the row, a line with one array of so many values, that begins at `from`. @throws JsonFault */
export const rowEnd = (bytes: Uint8Array, from: number, columns: number): number => {
  if (bytes[from] !== arrayOpen) fail('a row is not a JSON array');
  const { end, count } = scan(bytes, from);
  if (count !== columns) fail(`a row has ${count} values instead of ${columns}`);
  if (bytes[end] !== newline) fail('a row does not end with a line break');
  return end + 1;
};
