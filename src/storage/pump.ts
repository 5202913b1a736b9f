import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ByteRange } from './storage.ts';

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
 * @throws when the file is shorter than the range, or the reader goes away
 */
export async function pump(handle: FileHandle, sink: Writable, range: ByteRange): Promise<void> {
  const buffers = [take(), take()] as const;
  const sent: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  let position = range.start;
  for (let turn: 0 | 1 = 0; position <= range.end; turn = turn === 0 ? 1 : 0) {
    await sent[turn];
    const length = Math.min(bufferBytes, range.end - position + 1);
    const { bytesRead } = await handle.read(buffers[turn], 0, length, position);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    position += bytesRead;
    sent[turn] = write(sink, buffers[turn].subarray(0, bytesRead));
    // It is waited for two turns later, or below.
    sent[turn].catch(() => {});
  }
  await Promise.all(sent);
  // Not after an error: the stream may still have them.
  buffers.forEach(giveBack);
}

function write(sink: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
