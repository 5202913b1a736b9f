import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { headBytes, type PutOptions, StorageError } from './storage.ts';

/** Bytes on their way: counted, hashed, the beginning kept; ended where there are more than may be. */
export class Meter extends Transform {
  private bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly beginning: Buffer[] = [];
  private kept = 0;
  private readonly options: PutOptions;
  private readonly isFull: () => boolean;

  /** @param isFull whether the disk is: then the rest is not taken */
  constructor(options: PutOptions, isFull = () => false) {
    super({ highWaterMark: 1024 * 1024 });
    this.options = options;
    this.isFull = isFull;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.bytes += chunk.length;
    const fault = this.overflow() ?? (this.isFull() ? full() : undefined);
    if (fault) {
      done(fault);
      return;
    }
    this.hash.update(chunk);
    if (this.kept < headBytes) {
      this.beginning.push(chunk.subarray(0, headBytes - this.kept));
      this.kept += Math.min(chunk.length, headBytes - this.kept);
    }
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const { exactBytes = this.bytes } = this.options;
    done(
      this.bytes === exactBytes
        ? null
        : new StorageError('wrong_size', `${this.bytes} of the ${exactBytes} bytes declared`),
    );
  }

  private overflow(): StorageError | undefined {
    const { maxBytes, exactBytes = maxBytes } = this.options;
    if (this.bytes > maxBytes) return new StorageError('too_large', `more than ${maxBytes} bytes`);
    if (this.bytes > exactBytes)
      return new StorageError('wrong_size', `more than the ${exactBytes} bytes declared`);
    return undefined;
  }

  /** To be asked once, at the end. */
  result(): { size: number; checksum: string; head: Buffer } {
    return {
      size: this.bytes,
      checksum: this.hash.digest('hex'),
      head: Buffer.concat(this.beginning),
    };
  }
}

/** As the disk itself would report it, a little later. */
export const full = () => new StorageError('full', 'too little is left for the database');

/** The end of a stream that is only to be measured. */
export const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
