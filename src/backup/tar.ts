import { BackupError } from './errors.ts';

const blockBytes = 512;

export interface TarEntry {
  path: string;
  isFolder: boolean;
  size: number;
  /** Its content; skipped where the next entry is read without it. */
  bytes(): AsyncGenerator<Buffer>;
}

const damaged = (what: string) => new BackupError(`The base backup is damaged: ${what}.`);

/** Reads the tar archive that PostgreSQL writes: folders and regular files with paths below the cluster. */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function* take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next();
        if (done) throw damaged('its archive ends too early');
        rest = value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  const block = async (): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of take(blockBytes)) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  try {
    for (;;) {
      const header = await block();
      if (header.every((byte) => byte === 0)) {
        // Its reader learns of damage in what follows only if it reads to the end.
        while (!(await iterator.next()).done);
        return;
      }
      const { path, size, isFolder } = readHeader(header);
      let isRead = false;
      yield {
        path,
        size,
        isFolder,
        async *bytes() {
          isRead = true;
          yield* take(size);
        },
      };
      if (!isRead) for await (const _ of take(size));
      for await (const _ of take((blockBytes - (size % blockBytes)) % blockBytes));
    }
  } finally {
    await iterator.return?.();
  }
}

function readHeader(header: Buffer): { path: string; size: number; isFolder: boolean } {
  const text = (at: number, length: number) =>
    header.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  let sum = 8 * 0x20;
  for (let at = 0; at < blockBytes; at++) if (at < 148 || at >= 156) sum += header[at] as number;
  if (Number.parseInt(text(148, 8), 8) !== sum)
    throw damaged('a header of its archive was changed');
  const path = text(0, 100).replace(/\/$/, '').replace(/^\.\//, '');
  const type = header[156];
  const isFolder = type === 0x35;
  if (!isFolder && type !== 0x30 && type !== 0)
    throw damaged(`${path} is neither a file nor a folder`);
  if (path === '' || path.startsWith('/') || path.split('/').includes('..'))
    throw damaged(`${path} is no path below the cluster`);
  const size = isFolder ? 0 : Number.parseInt(text(124, 12).trim(), 8);
  if (!Number.isSafeInteger(size)) throw damaged(`the size of ${path} cannot be read`);
  return { path, size, isFolder };
}
