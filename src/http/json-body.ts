import { ApiError } from './errors.ts';

const maxDepth = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * What may hide something that PostgreSQL's jsonb refuses or changes: an escaped NUL or surrogate, a number of 16
 * or more digits, an exponent. Bodies without any of it, nearly all, skip the second reading.
 */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])|\d{16}|\d[eE][+-]?\d{3}/;

/**
 * A JSON body that can be stored as it is and read back the same.
 * @throws INVALID_JSON when it is not JSON in UTF-8; VALIDATION_ERROR with the path for nesting beyond 64, NUL,
 *   lone surrogates, numbers that are not finite and integers beyond ±(2^53−1)
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('INVALID_JSON', 'The body is not valid UTF-8. Send JSON encoded in UTF-8.');
  }
  if (bytes.length > 2 * maxDepth) checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('INVALID_JSON', `The body is not valid JSON: ${(error as Error).message}`);
  }
  if (suspicious.test(text)) checkValues(text);
  return value;
}

/** Counts brackets outside of strings, before JSON.parse would have to follow them. */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) {
        throw ApiError.invalid('body', 'too_deep', `is nested more than ${maxDepth} levels deep`);
      }
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
}

/** A value that cannot be kept, standing in its place while its path is looked for. */
class BadValue {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** Reads the text again with each number as it was written, and names the path of what cannot be kept. */
function checkValues(text: string): void {
  const marked: unknown = JSON.parse(
    text,
    ((key: string, value: unknown, context: { source?: string }) =>
      badText(key) ?? badValue(value, context.source) ?? value) as (
      key: string,
      value: unknown,
    ) => unknown,
  );
  const found = findBad(marked, '');
  if (found) throw ApiError.invalid(found[0] || 'body', found[1].code, found[1].message);
}

function badValue(value: unknown, source = ''): BadValue | undefined {
  if (typeof value === 'string') return badText(value);
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return new BadValue('not_finite', 'is a number too large to keep');
  if (value === 0 && /^-?[0.]*[1-9]/.test(source))
    return new BadValue('not_finite', 'is a number too small to keep');
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? new BadValue(
        'unsafe_integer',
        `is an integer beyond ±${Number.MAX_SAFE_INTEGER}: send it as a text`,
      )
    : undefined;
}

function badText(text: string): BadValue | undefined {
  if (text.includes('\0'))
    return new BadValue('nul', 'holds a NUL character, which cannot be stored');
  return text.isWellFormed()
    ? undefined
    : new BadValue('surrogate', 'holds half of a surrogate pair, which is not a character');
}

function findBad(value: unknown, path: string): [path: string, bad: BadValue] | undefined {
  if (value instanceof BadValue) return [path, value];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const found = findBad(child, below);
    if (found) return found;
  }
  return undefined;
}
