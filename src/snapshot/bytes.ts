import { SnapshotInvalid } from './errors.ts';
import type { ReadLimits } from './limits.ts';

/** The bytes of an archive as they are unpacked, taken in the amounts that its reader wants; never more than allowed. */
export class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  readonly #compressed: () => number;
  readonly #limits: ReadLimits;
  #rest: Buffer = Buffer.alloc(0);
  #total = 0;

  /** @param compressed how many bytes these were unpacked from, so far */
  constructor(source: AsyncIterable<Buffer>, compressed: () => number, limits: ReadLimits) {
    this.#source = source[Symbol.asyncIterator]();
    this.#compressed = compressed;
    this.#limits = limits;
  }

  /** Makes sure that there is something in `#rest`. @returns false at the end */
  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#rest = value;
      this.#total += value.length;
      this.#check();
    }
    return true;
  }

  #check(): void {
    const { totalBytes, ratio, freeBytes } = this.#limits;
    if (this.#total > totalBytes)
      throw new SnapshotInvalid(
        'too_large',
        `The snapshot unpacks to more than ${totalBytes} bytes`,
      );
    if (this.#total > Math.max(freeBytes, ratio * this.#compressed()))
      throw new SnapshotInvalid('too_large', `It unpacks to more than ${ratio} times its size`);
  }

  /** `count` bytes, in parts. @throws SnapshotInvalid `truncated` */
  async *parts(count: number, entry?: string): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (!(await this.#fill()))
        throw new SnapshotInvalid(
          'truncated',
          'The archive ends too early',
          entry ? { entry } : {},
        );
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async take(count: number, entry?: string): Promise<Buffer> {
    const all = Buffer.allocUnsafe(count);
    let at = 0;
    for await (const part of this.parts(count, entry)) at += part.copy(all, at);
    return all;
  }

  /** The rest, in parts. */
  async *all(): AsyncGenerator<Buffer> {
    while (await this.#fill()) {
      const part = this.#rest;
      this.#rest = Buffer.alloc(0);
      yield part;
    }
  }
}
