/**
 * The current activity of this process, in memory that another thread can read: when the main thread does not respond
 * any more, the watchdog reports it. Never bodies, queries or secrets.
 */

const slots = 64;
const bytes = 256;

/** A counter that the main thread moves on, then a text in each slot, ended by a zero. */
export const shared = new SharedArrayBuffer(4 + slots * bytes);
const texts = new Uint8Array(shared, 4);
const free = Array.from({ length: slots }, (_, n) => slots - 1 - n);
const encoder = new TextEncoder();

/** Writes down what has begun. @returns what says that it has ended; what finds no room is not said */
export function doing(text: string): () => void {
  const slot = free.pop();
  if (slot === undefined) return () => {};
  const from = slot * bytes;
  const { written } = encoder.encodeInto(text, texts.subarray(from, from + bytes - 1));
  texts[from + written] = 0;
  return () => {
    texts[from] = 0;
    free.push(slot);
  };
}

/** Reads the current activity from another thread. */
export function readDoing(memory: SharedArrayBuffer): string[] {
  // A copy: decoders do not read shared memory.
  const all = new Uint8Array(memory, 4).slice();
  const decoder = new TextDecoder();
  return Array.from({ length: slots }, (_, n) => {
    const text = all.subarray(n * bytes, (n + 1) * bytes);
    return decoder.decode(text.subarray(0, text.indexOf(0)));
  }).filter(Boolean);
}
