import { createHash } from 'node:crypto';

/** Counts and sums up the bytes that go by. */
export class Meter {
  bytes = 0;
  readonly #hash = createHash('sha256');

  async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Once, at the end. */
  checksum(): string {
    return `sha256:${this.#hash.digest('hex')}`;
  }
}
