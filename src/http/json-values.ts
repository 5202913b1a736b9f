/** A text or number of a JSON document that PostgreSQL's jsonb refuses or changes. */
export interface Unkeepable {
  /** `objects[3].properties.name` */
  path: string;
  code: string;
  message: string;
}

type Fault = Omit<Unkeepable, 'path'>;

/**
 * What may be unkeepable: an escaped NUL or surrogate, a number of 16 or more digits, an exponent. Bodies without any
 * of it, nearly all, skip the second reading. A double keeps each decimal of 15 digits, and any point is one character.
 */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])|\d(?:[\d.]{15}|[eE][+-]?\d{3})/;

const maxKeyShown = 60;

export const mayHoldUnkeepable = (json: string): boolean => suspicious.test(json);

/**
 * Reads a valid JSON document token by token, where numbers still are as they were written. Time grows with the
 * length alone: JSON.parse with a reviver, the obvious way, takes seconds for 5 MB.
 * @returns the first key or value that cannot be kept
 */
export function findUnkeepable(json: string): Unkeepable | undefined {
  /** For each open object the key being read, for each open array the index. */
  const steps: Array<string | number> = [];
  for (let at = 0; at < json.length; ) {
    const char = json[at] as string;
    let fault: Fault | undefined;
    let end = at + 1;
    if (char === '"') {
      end = endOfString(json, at);
      fault = faultOfText(json, at, end);
      if (json[skipSpace(json, end)] === ':')
        steps[steps.length - 1] = shorten(json, at + 1, end - 1);
    } else if (char === '{') steps.push('');
    else if (char === '[') steps.push(0);
    else if (char === '}' || char === ']') steps.pop();
    else if (char === ',' && typeof steps.at(-1) === 'number')
      (steps[steps.length - 1] as number)++;
    else if (char === '-' || (char >= '0' && char <= '9')) {
      end = endOfNumber(json, at);
      fault = faultOfNumber(json.slice(at, end));
    }
    if (fault) return { path: pathOf(steps), ...fault };
    at = end;
  }
  return undefined;
}

/**
 * The same JSON, in which some numbers are texts with all their digits.
 * @param isKept says which stay numbers: unless said otherwise, those that a double does not change
 */
export function withExactNumbers(json: string, isKept = isExact): string {
  if (!mayHoldUnkeepable(json)) return json;
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < json.length; ) {
    const char = json[at] as string;
    let end = at + 1;
    if (char === '"') end = endOfString(json, at);
    else if (char === '-' || (char >= '0' && char <= '9')) {
      end = endOfNumber(json, at);
      const source = json.slice(at, end);
      if (!isKept(source)) {
        parts.push(json.slice(kept, at), `"${source}"`);
        kept = end;
      }
    }
    at = end;
  }
  return parts.join('') + json.slice(kept);
}

function endOfString(json: string, start: number): number {
  for (let i = start + 1; ; i++) {
    const char = json.charCodeAt(i);
    if (char === 0x5c) i++;
    else if (char === 0x22) return i + 1;
  }
}

function endOfNumber(json: string, start: number): number {
  let end = start + 1;
  while (/[\d.eE+-]/.test(json[end] ?? '')) end++;
  return end;
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
        message: `has more digits than a number keeps, and would become ${value}: round it, or send it as a string (money: {"amount": "…", "currency": "…"})`,
      };
}

/** JSON of others, in which each number that cannot be kept is a text: the value is refused, and not all that came with it. */
export const withKeepableNumbers = (json: string): string =>
  withExactNumbers(json, (source) => faultOfNumber(source) === undefined);

/** Whether the shortest text of a double is the decimal that was written, as 1.1 is 1.10 and 100 is 1e2. */
export function isExact(source: string): boolean {
  const text = String(Number(source));
  return text === source || decimal(text) === decimal(source);
}

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

function pathOf(steps: Array<string | number>): string {
  return steps
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : depth ? `.${step}` : step))
    .join('');
}
