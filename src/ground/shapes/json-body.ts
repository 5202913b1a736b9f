import { ApiError } from '../errors.ts';
import { canonical, canonicalInTurn, mayHoldOther } from './canonical.ts';
import { findUnkeepable, mayHoldUnkeepable } from './json-values.ts';

const maxDepth = 64;
/** Keys and values of one body: each costs time of the process that serves all. */
export const maxBodyValues = 20_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * A JSON body that can be stored as it is and read back the same, its texts as NFC.
 * @param maxValues how many keys and values it may hold
 * @throws INVALID_JSON when it is not JSON in UTF-8; VALIDATION_ERROR with the path for more than so many values, nesting
 *   beyond 64, NUL, lone surrogates, numbers that are not finite or would lose digits, and integers beyond ±(2^53−1)
 */
export const parseJsonBody = (bytes: Uint8Array, maxValues = maxBodyValues): unknown =>
  parseJsonText(utf8(bytes), maxValues);

/** The same for a large one: what its texts take to become NFC is spread over rounds. @throws as parseJsonBody does */
export async function parseLargeBody(
  bytes: Uint8Array,
  maxValues = maxBodyValues,
): Promise<unknown> {
  const text = utf8(bytes);
  const value = read(text, maxValues);
  return mayHoldOther(text) ? canonicalInTurn(value) : value;
}

/** @throws INVALID_JSON for bytes that are not UTF-8 */
export function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('INVALID_JSON', 'The body is not valid UTF-8. Send JSON encoded in UTF-8.');
  }
}

/** The same for JSON that is text already. @throws as parseJsonBody does */
export function parseJsonText(text: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  const value = read(text, maxValues);
  return mayHoldOther(text) ? canonical(value) : value;
}

function read(text: string, maxValues: number): unknown {
  if (text.length > 2 * maxDepth) checkShape(text, maxValues);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('INVALID_JSON', `The body is not valid JSON: ${(error as Error).message}`);
  }
  const found = mayHoldUnkeepable(text) ? findUnkeepable(text) : undefined;
  if (found) throw ApiError.invalid(found.path || 'body', found.code, found.message);
  return value;
}

/**
 * The same for JSON in a field of a body or in a column of a file.
 * @throws ApiError 400 whose path begins with the field's name
 */
export function parseJsonField(text: string, name: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw inField(name, error);
  }
}

/** The refusal of a document, as one of the field that contains it. */
export function inField(name: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const [detail] = (error.extras.details ?? []) as Array<
    Record<'path' | 'message' | 'code', string>
  >;
  return detail
    ? ApiError.invalid(pathIn(name, detail.path), detail.code, detail.message)
    : ApiError.invalid(name, 'invalid_json', 'is not valid JSON');
}

/** The path of a value in a document inside a field. */
const pathIn = (name: string, path: string): string =>
  path === 'body' ? name : path.startsWith('[') ? name + path : `${name}.${path}`;

/** Counts brackets and commas outside of strings, before JSON.parse would have to follow them. */
export function checkShape(text: string, maxValues: number, deepest = maxDepth): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x22) {
      i = endOfText(text, i + 1);
      if (i < 0) return;
    } else if (char === 0x2c) values++;
    else if (char === 0x7b || char === 0x5b) {
      values++;
      if (++depth > deepest) {
        throw ApiError.invalid('body', 'too_deep', `is nested more than ${deepest} levels deep`);
      }
    } else if (char === 0x7d || char === 0x5d) depth--;
    if (values > maxValues) throw tooManyValues(maxValues);
  }
}

/** Where the quote is that ends a text, or −1. Long texts are passed over at once. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return end;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end;
  }
}

const tooManyValues = (max: number) =>
  ApiError.invalid(
    'body',
    'too_many_values',
    `holds more than ${max.toLocaleString('en')} values. Send less at a time; an import takes more`,
  );
