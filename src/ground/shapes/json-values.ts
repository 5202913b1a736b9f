import { setImmediate as nextRound } from 'node:timers/promises';

/** A text or number of a JSON document that PostgreSQL's jsonb refuses or changes. */
export interface Unkeepable {
  /** `objects[3].properties.name` */
  path: string;
  code: string;
  message: string;
}

type Fault = Omit<Unkeepable, 'path'>;

/**
 * Text that may hold unkeepable values: an escaped NUL or surrogate, a number of 16 or more digits, an exponent. Bodies
 * without any of it, nearly all, skip the second reading. A double keeps each decimal of 15 digits, and any point is
 * one character.
 */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])|\d(?:[\d.]{15}|[eE][+-]?\d{3})/;

const maxKeyShown = 60;

export const mayHoldUnkeepable = (json: string): boolean => suspicious.test(json);

/**
 * Reads a valid JSON document token by token, where numbers still are as they were written. The time grows only with
 * the length: JSON.parse with a reviver, the obvious way, takes seconds for 5 MB.
 * @returns the first key or value that cannot be kept
 */
export const findUnkeepable = (json: string): Unkeepable | undefined =>
  walk(json, (start, end, isText, steps) => {
    const fault = isText ? faultOfText(json, start, end) : faultOfNumber(json.slice(start, end));
    return fault && { path: pathOf(steps), ...fault };
  });

/** A whole number that is written with a point, an exponent or as −0; also in a text, and in hexadecimal ids. */
const respelled = /\d\.0*(?!\d)|\d[eE][+-]?\d|-0(?![\d.])/;

/** The paths of the whole numbers of a valid JSON document that are written with more than digits, as 1.0, 1e2 or −0. */
export function respelledNumbers(json: string): string[] {
  const found: string[] = [];
  if (respelled.test(json))
    walk(json, (start, end, isText, steps) => {
      const source = isText ? '0' : json.slice(start, end);
      if (Number.isInteger(Number(source)) && !/^(?:-?[1-9]\d*|0)$/.test(source))
        found.push(pathOf(steps));
    });
  return found;
}

/** Where a value stands: for each open object its key, for each open array the index. */
type Steps = ReadonlyArray<string | number>;

/**
 * Shows each key, text and number of a valid JSON document, until an answer ends the walk.
 * @returns that answer
 */
function walk<T>(
  json: string,
  visit: (start: number, end: number, isText: boolean, steps: Steps) => T | undefined,
): T | undefined {
  const steps: Array<string | number> = [];
  for (let at = 0; at < json.length; ) {
    const char = json[at] as string;
    let found: T | undefined;
    let end = at + 1;
    if (char === '"') {
      end = endOfString(json, at);
      if (json[skipSpace(json, end)] === ':')
        steps[steps.length - 1] = shorten(json, at + 1, end - 1);
      found = visit(at, end, true, steps);
    } else if (char === '{') steps.push('');
    else if (char === '[') steps.push(0);
    else if (char === '}' || char === ']') steps.pop();
    else if (char === ',' && typeof steps.at(-1) === 'number')
      (steps[steps.length - 1] as number)++;
    else if (char === '-' || (char >= '0' && char <= '9')) {
      end = endOfNumber(json, at);
      found = visit(at, end, false, steps);
    }
    if (found !== undefined) return found;
    at = end;
  }
  return undefined;
}

/**
 * The same JSON, in which some numbers are texts with all their digits.
 * @param isKept decides which stay numbers: by default those that a double does not change
 */
export function withExactNumbers(json: string, isKept = isExact): string {
  if (!mayHoldUnkeepable(json)) return json;
  const steps = exactNumbers(json, isKept);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for JSON of any size: others get their turn meanwhile. */
export async function withExactNumbersInTurns(json: string): Promise<string> {
  const steps = exactNumbers(json, isExact);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextRound();
  }
}

/** The characters to read in one step: some milliseconds, if all of them are numbers. */
const stepLength = 20_000;

function* exactNumbers(
  json: string,
  isKept: (source: string) => boolean,
): Generator<undefined, string> {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0, pause = stepLength; at < json.length; ) {
    if (at > pause) {
      pause = at + stepLength;
      yield undefined;
    }
    const char = json.charCodeAt(at);
    let end = at + 1;
    if (char === 0x22) end = endOfString(json, at);
    else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      end = endOfNumber(json, at);
      // A double keeps each decimal of 15 digits, unless an exponent makes it too small for that.
      if (end - at > 15 || json.slice(at, end).search(/e/i) > 0) {
        const source = json.slice(at, end);
        if (!isKept(source)) {
          parts.push(json.slice(kept, at), `"${source}"`);
          kept = end;
        }
      }
    }
    at = end;
  }
  return parts.join('') + json.slice(kept);
}

/** Long texts are passed over at once. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    // The parser reports text that is not JSON after all.
    if (end < 0) return json.length;
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
}

function endOfNumber(json: string, start: number): number {
  for (let end = start + 1; ; end++) {
    const char = json.charCodeAt(end);
    // Digits first, then + - . E e; past the end of the text it is NaN.
    if (char >= 0x30 && char <= 0x39) continue;
    if (char === 0x2b || char === 0x2d || char === 0x2e || char === 0x45 || char === 0x65) continue;
    return end;
  }
}

function skipSpace(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= 0x20) at++;
  return at;
}

function faultOfText(json: string, start: number, end: number): Fault | undefined {
  const raw = json.slice(start, end);
  if (!raw.includes('\\u')) return undefined;
  const text: string = JSON.parse(raw);
  if (text.includes('\0'))
    return { code: 'nul', message: 'holds a NUL character, which cannot be stored' };
  return text.isWellFormed()
    ? undefined
    : {
        code: 'surrogate',
        message: 'holds half of a surrogate pair, which is not a character',
      };
}

/** Returns why a number, as it was written, cannot be kept. */
export function faultOfNumber(source: string): Fault | undefined {
  const value = Number(source);
  // Nearly all were written by a program, in their shortest form.
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER && String(value) === source) return undefined;
  if (!Number.isFinite(value))
    return { code: 'not_finite', message: 'is a number too large to keep' };
  if (value === 0 && /^[+-]?[0.]*[1-9]/.test(source))
    return { code: 'not_finite', message: 'is a number too small to keep' };
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^[+-]?\d+$/.test(source))
    return {
      code: 'unsafe_integer',
      message: `is an integer beyond ±${Number.MAX_SAFE_INTEGER}: send it as a string`,
    };
  return isExact(source)
    ? undefined
    : {
        code: 'inexact',
        message: `has more digits than a number can hold, and would become ${value}: round it, or send it as a string (money: {"amount": "…", "currency": "…"})`,
      };
}

/** Whether the shortest text of a double is the decimal that was written, as 1.1 is 1.10 and 100 is 1e2. */
export function isExact(source: string): boolean {
  const text = String(Number(source));
  return text === source || isSameDecimal(text, source);
}

/** Whether two numbers are the same decimal: 1.10 and 11e-1. */
export const isSameDecimal = (a: string, b: string): boolean => decimal(a) === decimal(b);

/** The one form of a decimal: its digits without zeros around them, and the power of ten that the last of them counts. */
function decimal(source: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const kept = withoutZeros(digits);
  const power = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${sign === '-' ? '-' : ''}${kept}e${power}`;
}

/** Not a regex: /0+$/ takes the square of the digits. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function shorten(json: string, start: number, end: number): string {
  return end - start > maxKeyShown
    ? `${json.slice(start, start + maxKeyShown)}…`
    : json.slice(start, end);
}

function pathOf(steps: Steps): string {
  return steps
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : depth ? `.${step}` : step))
    .join('');
}
