import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { addPiece, beginPieces } from '../../src/groups/files/resumable/store.ts';
import { DiskStorage } from '../../src/storage/disk.ts';
import { uploadKey } from '../../src/storage/storage.ts';
import { temporaryFolder } from '../support/folder.ts';

const tenant = 'ten_00000000000000000000000000000001';

/** A disk that is full once so many pieces of a body have been sent. */
async function fillingDisk(pieces: number) {
  const root = join(await temporaryFolder(), 'files');
  const room = { isShort: false, require() {} };
  const storage = new DiskStorage(root, room);
  const body = Readable.from(
    (function* () {
      for (let n = 1; n <= 10; n++) {
        room.isShort = n > pieces;
        yield Buffer.alloc(100_000, n);
      }
    })(),
    { objectMode: false },
  );
  return { root, storage, body };
}

it('an upload is stopped when the disk fills up, and leaves nothing', async () => {
  const { root, storage, body } = await fillingDisk(3);
  await expect(storage.put(tenant, body, { maxBytes: 2_000_000 })).rejects.toMatchObject({
    fault: 'full',
  });
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
});

it('a resumable upload is also stopped when the disk fills up', async () => {
  const { storage, body } = await fillingDisk(3);
  const key = uploadKey(tenant, 'file_1');
  await beginPieces(storage, key, 1_000_000);
  await expect(addPiece(storage, key, 0, body, 1_000_000)).rejects.toMatchObject({ fault: 'full' });
});

it('an upload to a disk with room is accepted', async () => {
  const { storage, body } = await fillingDisk(10);
  expect(await storage.put(tenant, body, { maxBytes: 2_000_000 })).toMatchObject({
    size: 1_000_000,
  });
});
