import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '../../src/storage/disk.ts';
import { driverCases, faultOf } from './driver-cases.ts';

let root: string;
let storage: DiskStorage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'insula-storage-'));
  storage = new DiskStorage(join(root, 'files'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const incoming = () => join(storage.root, '.incoming');

describe('DiskStorage', () => {
  driverCases(() => ({ storage, leftovers: () => readdir(incoming()) }));

  it('leaves no empty folder of variants, even while others are written there', async () => {
    const key = (n: number) => `ten_v/aa/bytes.v/${n}`;
    for (let n = 0; n < 50; n++) {
      await storage.write(key(n), Buffer.of());
      const next = storage.write(key(n + 1), Buffer.of());
      await Promise.all([storage.remove([key(n)]), next]);
    }
    await storage.remove([key(50)]);
    expect(await readdir(join(storage.root, 'ten_v', 'aa'))).toEqual([]);
  });

  it('removes old leftovers of a killed process', async () => {
    const names = ['old', 'new'].map((name) => join(incoming(), name)) as [string, string];
    for (const name of names) await writeFile(name, 'half of it');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(names[0], twoDaysAgo, twoDaysAgo);
    expect(await storage.dropUnfinished(86_400_000)).toBe(1);
    expect(await readdir(incoming())).toEqual(['new']);
    await rm(names[1]);
  });

  it('reports a path that is not a usable folder', async () => {
    await writeFile(join(root, 'file'), '');
    const wrong = new DiskStorage(join(root, 'file', 'files'));
    expect(await faultOf(wrong.check())).toBe('unavailable');
    expect(await faultOf(wrong.tusStore())).toBe('unavailable');
    expect(await faultOf(Array.fromAsync(wrong.tenants()))).toBe('unavailable');
  });
});
