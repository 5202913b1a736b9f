import type { FileHandle } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, StorageError } from './storage.ts';

const bufferBytes = 128 * 1024;
/** Buffers that no download uses at the moment; more are made when there are more downloads. */
const spare: Buffer[] = [];
const maxSpare = 64;

const take = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
const giveBack = (buffer: Buffer) => {
  if (spare.length < maxSpare) spare.push(buffer);
};

/**
 * Copies a range of a file to a stream, at the pace of its reader: one buffer is read while the other is sent. The
 * buffers are used again and again; a stream makes a new one for each piece, and collecting them took a third of the time
 * of a download of 25 MB.
 * @throws StorageError not_there when the file is shorter than the range; an error when the reader goes away
 */
export async function pump(handle: FileHandle, sink: Writable, range: ByteRange): Promise<void> {
  const buffers = [take(), take()] as const;
  const sent: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  const reader = watch(sink);
  try {
    let position = range.start;
    for (let turn: 0 | 1 = 0; position <= range.end; turn = turn === 0 ? 1 : 0) {
      await Promise.race([sent[turn], reader.left]);
      const length = Math.min(bufferBytes, range.end - position + 1);
      const { bytesRead } = await handle.read(buffers[turn], 0, length, position);
      if (bytesRead === 0) throw cutShort();
      position += bytesRead;
      sent[turn] = write(sink, buffers[turn].subarray(0, bytesRead));
      // Waited for in the turn after the next one, or below.
      sent[turn].catch(() => {});
    }
    await Promise.race([Promise.all(sent), reader.left]);
    // Not after an error: the stream may have them still.
    buffers.forEach(giveBack);
  } finally {
    reader.forget();
  }
}

/** The same for bytes that come as a stream. @param size how many there have to be */
export async function sendWhole(source: Readable, sink: Writable, size: number): Promise<void> {
  let sent = 0;
  source.on('data', (chunk: Buffer) => {
    sent += chunk.length;
  });
  await pipeline(source, sink, { end: false });
  if (sent !== size) throw cutShort();
}

const cutShort = () => new StorageError('not_there', 'cut short');

function write(sink: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Notices a client that leaves before its answer has its turn on the connection: its writes are never answered. */
function watch(sink: Writable): { left: Promise<never>; forget(): void } {
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(premature());
  });
  left.catch(() => {});
  if (sink.destroyed) leave();
  sink.once('close', leave);
  return { left, forget: () => sink.off('close', leave) };
}

/** As `pipeline` reports it. */
const premature = () =>
  Object.assign(new Error('The reader has left.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
