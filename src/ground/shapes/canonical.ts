import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Texts that are canonically equal are one text here (Unicode, UAX #15): é is U+00E9, however a keyboard, a file system or
 * an encoder of JSON writes it. So each text becomes NFC where it comes in, and values, filters, names and indexes compare it
 * character by character.
 */

/** Below U+0300 each character is its own NFC, and none of them follows another one into a new one. */
const mayChange = /[^\0-\u02ff]/;
/**
 * Marks, and the vowels of Kirat Rai, which are letters and join as marks do: a run of them also takes the square of
 * its length.
 */
const mark = '[\\p{M}\\u{16d63}\\u{16d67}-\\u{16d6a}]';
const marks = new RegExp(`${mark}+`, 'gu');
const mostMarks = 30;

/**
 * Whether a character has more marks than in any language (UAX #15 calls 30 stream-safe). Such a text stays as it is: putting
 * its marks in order takes time that grows with the square of their number. Each run is read once: \p{M}{31} would
 * start again at each of its marks.
 */
function isUnsafe(text: string): boolean {
  for (const [run] of text.matchAll(marks))
    if (run.length > mostMarks && (run.length > 2 * mostMarks || [...run].length > mostMarks))
      return true;
  return false;
}

/**
 * An address with a letter that would become an ASCII one. Addresses are refused with it, not read as another address, so
 * it has to be seen.
 */
const lookalike = /^[^\s@]*[\u212a\u037e\u1fef][^\s@]*@|@[^\s@]*[\u212a\u037e\u1fef][^\s@]*$/;

const longestAddress = 320;

/** The NFC of a text. */
export function nfc(text: string): string {
  if (!mayChange.test(text) || isUnsafe(text)) return text;
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
    if (!mayChange.test(key)) continue;
    const name = key.length <= pieceLength ? nfc(key) : yield* longText(key);
    yield key.length;
    if (name === key) continue;
    map[name] = map[key];
    delete map[key];
  }
}

/** A character that may join with the one before it. */
const joining = new RegExp(mark, 'u');
/** More of them than join into one character: of such a text (`isUnsafe`) nothing does. */
const longestJoined = 64;

/** Whether a text may be cut at a place: the character there never joins with the one before it. */
function isBoundary(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  if (isSecondHalf(unit)) return false;
  // The vowel and the ending of a syllable in Hangul.
  if (isIn(unit, 0x1160, 0x11a7)) return !isIn(before, 0x1100, 0x115f);
  if (isIn(unit, 0x11a8, 0x11ff))
    return !isIn(before, 0x1160, 0x11a7) && !isIn(before, 0xac00, 0xd7a3);
  return !joining.test(String.fromCodePoint(text.codePointAt(at) as number));
}

const isIn = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last;
const isSecondHalf = (unit: number): boolean => isIn(unit, 0xdc00, 0xdfff);

function* longText(text: string): Generator<number, string> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const full = start + pieceLength;
    let end = full;
    while (end < text.length && !isBoundary(text, end) && end < full + longestJoined) end++;
    if (isSecondHalf(text.charCodeAt(end))) end++;
    pieces.push(nfc(text.slice(start, end)));
    yield end - start;
    start = end;
  }
  return pieces.join('');
}
