import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Texts that are canonically equal are one text here (Unicode, UAX #15): é is U+00E9, however a keyboard, a file system or
 * an encoder of JSON writes it. So each text becomes NFC where it comes in, and values, filters, names and indexes compare it
 * character by character.
 */

/** Below U+0300 each character is its own NFC, and none of them follows another one into a new one. */
const mayChange = /[^\0-\u02ff]/;
/**
 * More marks on one character than any language has (UAX #15 calls 30 stream-safe). Such a text stays as it is: putting
 * its marks in order takes time that grows with the square of their number.
 */
const unsafe = /\p{M}{31}/u;
/**
 * An address with a letter that would become an ASCII one. Addresses are refused with it, not read as another address, so
 * it has to be seen.
 */
const lookalike = /^[^\s@]*[\u212a\u037e\u1fef][^\s@]*@|@[^\s@]*[\u212a\u037e\u1fef][^\s@]*$/;

const longestAddress = 320;

/** The NFC of a text. */
export function nfc(text: string): string {
  if (!mayChange.test(text) || unsafe.test(text)) return text;
  // The pattern takes the square of a length.
  if (text.length <= longestAddress && lookalike.test(text)) return text;
  return text.normalize('NFC');
}

/** Whether a JSON document may hold a text that is not NFC. */
export const mayHoldOther = (json: string): boolean => mayChange.test(json) || json.includes('\\u');

type Node = Record<string, unknown>;

/** Members that are secrets, which are compared with what others made of them, byte by byte. */
const secret =
  /(^|_)(secret|password|passphrase|token|private_key|api_key|access_key|signature|credential)$/;
/** Members whose members are the caller's own, whatever they are called. */
const data = /^(properties|objects|rows|filters|variables|data|\w*metadata)$/;

/** The same value with each text and name in it as NFC; maps and lists are changed in place. */
export function canonical<T>(value: T): T {
  const root = { value: value as unknown };
  for (const _ of changes(root, false));
  return root.value as T;
}

const pieceLength = 50_000;

/** The same for a large one, a piece at a time: others are served in between. */
export async function canonicalInTurn<T>(value: T): Promise<T> {
  const root = { value: value as unknown };
  let length = 0;
  for (const read of changes(root, false)) {
    length += read;
    if (length < pieceLength) continue;
    length = 0;
    await nextRound();
  }
  return root.value as T;
}

/** Yields how many characters were gone through, every now and then. */
function* changes(node: object, isData: boolean): Generator<number> {
  const map = node as Node;
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (typeof value === 'string') {
      if (mayChange.test(value) && (isData || !secret.test(key))) {
        if (value.length <= pieceLength) map[key] = nfc(value);
        else map[key] = yield* longText(value);
      }
      yield value.length;
    } else if (typeof value === 'object' && value !== null)
      yield* changes(value as Node, Array.isArray(node) ? isData : isData || data.test(key));
    const name = mayChange.test(key) ? nfc(key) : key;
    if (name === key) continue;
    map[name] = map[key];
    delete map[key];
  }
}

/** Where a text may be cut: before what never joins with the character before it. */
const boundary = /[^\p{M}\u1160-\u11ff\ud800-\udfff]/u;

function* longText(text: string): Generator<number, string> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + pieceLength;
    while (end < text.length && !boundary.test(text[end] as string)) end++;
    pieces.push(nfc(text.slice(start, end)));
    yield end - start;
    start = end;
  }
  return pieces.join('');
}
