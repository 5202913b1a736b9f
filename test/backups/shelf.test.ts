import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { Shelf } from '../../src/snapshot/shelf.ts';
import { StorageError } from '../../src/storage/storage.ts';
import { temporaryFolder } from '../support/folder.ts';

const place = { tenant: 'ten_1', id: 'bak_1' };
const everything = async (root: string) => (await readdir(root, { recursive: true })).toSorted();

async function put(shelf: Shelf, bytes: Iterable<Buffer>): Promise<void> {
  const part = await shelf.begin(place);
  await pipeline(Readable.from(bytes), part.sink);
  await part.keep(place);
}

describe('the shelf of snapshots', () => {
  it('has a file whole or not at all, readable only for its user', async () => {
    const root = await temporaryFolder();
    const shelf = new Shelf(root, 0);
    const part = await shelf.begin(place);
    part.sink.write('half');
    expect(await everything(root)).toContain('tenants/ten_1/bak_1.insula.part');
    await expect(shelf.open(place)).rejects.toMatchObject({ fault: 'not_there' });
    part.sink.end(' and half');
    await part.keep(place);
    expect((await buffer(await shelf.open(place))).toString()).toBe('half and half');
    const { mode } = await stat(join(root, 'tenants/ten_1/bak_1.insula'));
    const folder = await stat(join(root, 'tenants/ten_1'));
    expect([mode & 0o777, folder.mode & 0o777]).toEqual([0o600, 0o700]);
    await shelf.remove(place);
    expect(await everything(root)).toEqual(['tenants']);
  });

  it('forgets what was dropped, and overwrites what a killed attempt has left', async () => {
    const root = await temporaryFolder();
    const shelf = new Shelf(root, 0);
    const part = await shelf.begin(place);
    part.sink.write('never complete');
    await part.drop();
    expect(await everything(root)).toEqual(['tenants']);
    await mkdir(join(root, 'tenants/ten_1'));
    await writeFile(join(root, 'tenants/ten_1/bak_1.insula.part'), 'left behind');
    await put(shelf, [Buffer.from('new')]);
    expect((await buffer(await shelf.open(place))).toString()).toBe('new');
  });

  it('takes one while the last other one of its folder goes, and its folder with it', async () => {
    const shelf = new Shelf(await temporaryFolder(), 0);
    const come = async (id: string) => {
      for (let time = 0; time < 100; time++) {
        const part = await shelf.begin({ tenant: 'uploads', id });
        part.sink.end('bytes');
        await part.keep({ tenant: 'ten_1', id });
        await shelf.remove({ tenant: 'ten_1', id });
      }
    };
    await expect(Promise.all(['a', 'b', 'c', 'd'].map(come))).resolves.toHaveLength(4);
  });

  it.each([
    ['../../etc', 'bak_1'],
    ['ten_1', '../bak_1'],
    ['ten_1', 'bak_1/x'],
    ['', 'bak_1'],
    ['ten_1', '.'],
    ['ten_1', 'bak_1\0'],
  ])('has nothing for the ids %o and %o', async (tenant, id) => {
    const shelf = new Shelf(await temporaryFolder(), 0);
    for (const call of [
      () => shelf.begin({ tenant, id }),
      () => shelf.open({ tenant, id }),
      () => shelf.remove({ tenant, id }),
    ])
      await expect(call()).rejects.toThrow('no such snapshot');
  });

  it('takes nothing while its disk has only the reserve left', async () => {
    const root = await temporaryFolder();
    const full = new Shelf(root, Number.MAX_SAFE_INTEGER);
    await expect(full.begin(place)).rejects.toMatchObject({ fault: 'full' });
    await expect(new Shelf(root, 0).begin(place, 2 ** 60)).rejects.toMatchObject({ fault: 'full' });
  });

  it('stops writing when its disk fills up meanwhile, and keeps nothing', async () => {
    const root = await temporaryFolder();
    const shelf = new Shelf(root, 0);
    const part = await shelf.begin(place);
    Object.assign(shelf, { reserveBytes: Number.MAX_SAFE_INTEGER });
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    function* pieces() {
      for (; sent < 200; sent++) yield piece;
    }
    await expect(pipeline(Readable.from(pieces()), part.sink)).rejects.toThrow(StorageError);
    expect(part.fault()).toMatchObject({ fault: 'full' });
    expect(sent).toBeLessThan(100);
    await part.drop();
    expect(await everything(root)).toEqual(['tenants']);
  });
});
