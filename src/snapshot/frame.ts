import { SnapshotInvalid } from './errors.ts';
import { windowBytes } from './limits.ts';

/** The first bytes of a frame. */
export const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const blockBytes = 128 * 1024;

type State = 'start' | 'header' | 'block' | 'checksum' | 'done';

/**
 * Walks over the frame of zstd in compressed bytes (RFC 8878, 3.1). Node's decompressor reads a second frame as if it
 * belonged to the first, and stops without a word at anything else that follows: a snapshot is one frame, and its end
 * is the end of the file.
 */
export class FrameWalk {
  #state: State = 'start';
  readonly #held = Buffer.alloc(16);
  #have = 0;
  #want = 5;
  #skip = 0;
  #descriptor = 0;

  /** @throws SnapshotInvalid */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
      } else {
        if (this.#state === 'done') throw new SnapshotInvalid('unsafe_entry', dataAfterEnd);
        this.#held[this.#have++] = chunk[at++] as number;
        if (this.#have === this.#want) this.#step();
      }
    }
  }

  end(): void {
    if (this.#state !== 'done' || this.#skip > 0)
      throw new SnapshotInvalid('truncated', 'The compressed bytes end too early');
  }

  #next(state: State, want: number): void {
    this.#state = state;
    this.#want = want;
    this.#have = 0;
    // A single segment has a window descriptor of no bytes; only then can nothing be wanted.
    if (want === 0 && state !== 'done') this.#step();
  }

  #step(): void {
    if (this.#state === 'start') this.#start();
    else if (this.#state === 'header') this.#header();
    else if (this.#state === 'block') this.#block();
    else this.#next('done', 0);
  }

  #start(): void {
    if (!this.#held.subarray(0, magic.length).equals(magic))
      throw new SnapshotInvalid('not_a_snapshot', 'These bytes are not compressed with zstd');
    this.#descriptor = this.#held[4] as number;
    // A dictionary, and bits that are reserved.
    if ((this.#descriptor & 0b11011) !== 0)
      throw new SnapshotInvalid('unsafe_entry', 'The header of zstd has bits that are not known');
    this.#next('header', this.#windowLength() + this.#sizeLength());
  }

  #single(): boolean {
    return (this.#descriptor & 0b100000) !== 0;
  }

  #windowLength(): number {
    return this.#single() ? 0 : 1;
  }

  #sizeLength(): number {
    const flag = this.#descriptor >> 6;
    return flag === 0 ? (this.#single() ? 1 : 0) : 2 ** flag;
  }

  #header(): void {
    const window = this.#single() ? this.#contentSize() : this.#window();
    if (window > windowBytes)
      throw new SnapshotInvalid('too_large', 'The window of zstd is larger than 8 MB');
    this.#next('block', 3);
  }

  #window(): number {
    const byte = this.#held[0] as number;
    const base = 2 ** (10 + (byte >> 3));
    return base + (base / 8) * (byte & 7);
  }

  #contentSize(): number {
    const length = this.#sizeLength();
    if (length === 8) return Number(this.#held.readBigUInt64LE(0));
    return this.#held.readUIntLE(0, length) + (length === 2 ? 256 : 0);
  }

  #block(): void {
    const word = this.#held.readUIntLE(0, 3);
    const [isLast, type, size] = [(word & 1) === 1, (word >> 1) & 3, word >> 3];
    if (type === 3 || size > blockBytes)
      throw new SnapshotInvalid('checksum', 'A block of zstd is damaged');
    this.#skip = type === 1 ? 1 : size;
    const hasChecksum = (this.#descriptor & 0b100) !== 0;
    if (!isLast) this.#next('block', 3);
    else if (hasChecksum) this.#next('checksum', 4);
    else this.#next('done', 0);
  }
}

const dataAfterEnd = 'Something follows the end of the compressed bytes';

/** The same bytes, each once it is known to belong to the one frame. */
export async function* oneFrame(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const walk = new FrameWalk();
  for await (const chunk of source) {
    walk.push(chunk);
    yield chunk;
  }
  walk.end();
}
