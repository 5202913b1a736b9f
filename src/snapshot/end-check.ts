import { createHash } from 'node:crypto';
import { type Entry, endHead, endTail, listed } from './entry-list.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Totals } from './format.ts';

const mark = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

// Longer than any entry that is listed.
const entryLength = 300;
// Row counts of a thousand tables.
const tailLength = 128 * 1024;

/**
 * Compares `end.json` with what went by. Both are too long to hold for a tenant with a million files, so of each entry
 * four bytes are kept: enough to name the one that differs. That all are the same is what the digest says.
 */
export class EndCheck {
  #marks = new Uint32Array(1024);
  #count = 0;
  #seen = 0;
  #text = '';
  #state: 'head' | 'entry' | 'next' | 'tail' = 'head';

  /** Each entry as it goes by. */
  add(entry: Entry): void {
    if (this.#count === this.#marks.length) {
      const longer = new Uint32Array(this.#count * 2);
      longer.set(this.#marks);
      this.#marks = longer;
    }
    this.#marks[this.#count++] = mark(listed(entry));
  }

  /** `end.json`, part by part. @throws SnapshotInvalid */
  push(part: Buffer): void {
    this.#text += part.toString('latin1');
    while (this.#step());
  }

  /** At the end of `end.json`. @throws SnapshotInvalid */
  finish(totals: Totals): void {
    if (this.#state !== 'tail') throw this.#wrong('The list of entries does not end');
    if (this.#text === endTail(totals)) return;
    throw this.#wrong(differing(this.#text, totals));
  }

  #wrong(message: string, entry = 'end.json'): SnapshotInvalid {
    return new SnapshotInvalid('checksum', message, { entry });
  }

  #step(): boolean {
    if (this.#state === 'head') return this.#head();
    if (this.#state === 'entry') return this.#entry();
    if (this.#state === 'next') return this.#next();
    if (this.#text.length > tailLength) throw this.#wrong('The end of the snapshot is too long');
    return false;
  }

  #head(): boolean {
    if (this.#text.length < endHead.length) return false;
    if (!this.#text.startsWith(endHead)) throw this.#wrong('It does not begin with its entries');
    this.#text = this.#text.slice(endHead.length);
    this.#state = 'entry';
    return true;
  }

  #entry(): boolean {
    const end = this.#text.indexOf('}');
    if (end < 0 && this.#text.length < entryLength) return false;
    const text = this.#text.slice(0, end + 1);
    const path = /^\{"path":"([\w./-]{1,100})"/.exec(text)?.[1];
    if (path === undefined) throw this.#wrong('An entry in the list is not readable');
    if (this.#seen === this.#count)
      throw new SnapshotInvalid('truncated', 'The archive lacks an entry of its list', {
        entry: path,
      });
    if (mark(text) !== this.#marks[this.#seen])
      throw this.#wrong('The entry is not what the list of entries says', path);
    this.#seen += 1;
    this.#text = this.#text.slice(end + 1);
    this.#state = 'next';
    return true;
  }

  #next(): boolean {
    if (this.#text === '') return false;
    if (this.#text.startsWith(',')) {
      this.#text = this.#text.slice(1);
      this.#state = 'entry';
      return true;
    }
    if (this.#seen < this.#count) throw this.#wrong('The list lacks an entry of the archive');
    this.#state = 'tail';
    return true;
  }
}

const differing = (text: string, totals: Totals): string => {
  try {
    const told = JSON.parse(`{"entries":[${text}`);
    for (const member of ['row_counts', 'files', 'digest'] as const)
      if (JSON.stringify(told[member]) !== JSON.stringify(totals[member]))
        return `${member} is not what the archive holds`;
  } catch {
    // Told below.
  }
  return 'It is not written as the format says';
};
