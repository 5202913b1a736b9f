import { createHash, randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  type ByteRange,
  type Entry,
  type Storage,
  StorageError,
  uploadKey,
} from '../../src/storage/storage.ts';

export interface Driver {
  storage: Storage;
  /** Bytes of unfinished uploads, which `list` does not show. */
  leftovers(): Promise<string[]>;
}

const roomy = { maxBytes: 1e9 };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** A tenant for each test: they share one storage. */
let count = 0;
const newTenant = () => `ten_${++count}`;

async function entriesOf(storage: Storage, tenant: string): Promise<Entry[]> {
  return Array.fromAsync(storage.list(tenant));
}

/** In pieces of 64 kB; then, if so told, it breaks. */
async function* pieces(bytes: Buffer, error?: Error) {
  for (let start = 0; start < bytes.length; start += 65536)
    yield bytes.subarray(start, start + 65536);
  if (error) throw error;
}

/** The bytes for a client, which takes each piece before the next one comes. */
async function sentOf(storage: Storage, key: string, range: ByteRange): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const client = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(Buffer.from(piece));
      setImmediate(done);
    },
  });
  await (await storage.find(key, range)).sendTo(client);
  return Buffer.concat(pieces);
}

/** The behaviour of every driver. @param driver called when the tests run */
export function driverCases(driver: () => Driver): void {
  const put = (tenant: string, bytes: Buffer, options = {}) =>
    driver().storage.put(tenant, Readable.from(pieces(bytes)), { ...roomy, ...options });

  it('returns what was stored, whole and in part', async () => {
    const { storage } = driver();
    const tenant = newTenant();
    const bytes = randomBytes(300_000);
    const stored = await put(tenant, bytes, { exactBytes: bytes.length });
    expect(stored).toEqual({
      key: expect.stringMatching(new RegExp(`^${tenant}/[0-9a-f]{2}/[0-9a-f.]+$`)),
      size: bytes.length,
      checksum: sha256(bytes),
      head: bytes.subarray(0, 256 * 1024),
    });
    expect((await storage.read(stored.key)).equals(bytes)).toBe(true);
    expect((await buffer(await storage.open(stored.key))).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [1000, 200_000],
      [299_999, 299_999],
    ] as const) {
      const part = await buffer(await storage.open(stored.key, { start, end }));
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      const sent = await sentOf(storage, stored.key, { start, end });
      expect(sent.equals(part), `${start}-${end}`).toBe(true);
    }
    const tooFar = { start: 0, end: bytes.length };
    await expect(sentOf(storage, stored.key, tooFar)).rejects.toMatchObject({ fault: 'not_there' });
    expect(await storage.has(stored.key)).toBe(true);
  });

  it('stores an empty file', async () => {
    const { storage } = driver();
    const stored = await put(newTenant(), Buffer.of());
    expect(stored).toMatchObject({ size: 0, checksum: sha256(Buffer.of()) });
    expect(await storage.read(stored.key)).toHaveLength(0);
    expect(await buffer(await storage.open(stored.key))).toHaveLength(0);
  });

  it('stores 20 MB', async () => {
    const { storage } = driver();
    const bytes = randomBytes(20_000_000);
    const { key, checksum } = await put(newTenant(), bytes);
    expect(checksum).toBe(sha256(bytes));
    expect(sha256(await buffer(await storage.open(key)))).toBe(checksum);
    const all = { start: 0, end: bytes.length - 1 };
    expect(sha256(await sentOf(storage, key, all))).toBe(checksum);
    expect(await driver().leftovers()).toEqual([]);
  });

  it.each([
    ['more bytes than allowed', { maxBytes: 9_000_000 }, 'too_large'],
    ['more bytes than declared', { exactBytes: 9_000_000 }, 'wrong_size'],
    ['fewer bytes than declared', { exactBytes: 10_000_001 }, 'wrong_size'],
  ])('leaves nothing of %s', async (_, options, fault) => {
    const tenant = newTenant();
    await expect(put(tenant, randomBytes(10_000_000), options)).rejects.toMatchObject({ fault });
    expect(await entriesOf(driver().storage, tenant)).toEqual([]);
    expect(await driver().leftovers()).toEqual([]);
  });

  it('leaves nothing of a source that fails, and passes on its error', async () => {
    const { storage } = driver();
    const tenant = newTenant();
    const gone = new Error('the client went away');
    for (const size of [0, 1000, 10_000_000]) {
      const source = Readable.from(pieces(randomBytes(size), gone));
      await expect(storage.put(tenant, source, roomy)).rejects.toBe(gone);
    }
    expect(await entriesOf(storage, tenant)).toEqual([]);
    expect(await driver().leftovers()).toEqual([]);
  });

  it('accepts the same bytes several times at once, each under its own key', async () => {
    const tenant = newTenant();
    const bytes = randomBytes(100_000);
    const stored = await Promise.all([1, 2, 3].map(() => put(tenant, bytes)));
    expect(new Set(stored.map(({ key }) => key)).size).toBe(3);
    expect(new Set(stored.map(({ checksum }) => checksum)).size).toBe(1);
    const [first, ...others] = stored.map(({ key }) => key) as [string, ...string[]];
    await driver().storage.remove(others);
    expect((await driver().storage.read(first)).equals(bytes)).toBe(true);
  });

  it('writes, moves and removes repeatedly without harm', async () => {
    const { storage } = driver();
    const tenant = newTenant();
    const [one, two, three] = [1, 2, 3].map((n) => `${tenant}/aa/bytes.v/${n}`) as [
      string,
      string,
      string,
    ];
    await storage.write(one, Buffer.from('one'));
    await storage.move(one, two);
    expect([await storage.has(one), String(await storage.read(two))]).toEqual([false, 'one']);
    await storage.write(three, Buffer.from('three'));
    await storage.remove([one, two, three]);
    await storage.remove([one, two, three]);
    await storage.remove([two]);
    await storage.remove([]);
    expect(await entriesOf(storage, tenant)).toEqual([]);
  });

  it('reports keys that do not exist', async () => {
    const { storage } = driver();
    const key = `${newTenant()}/aa/nothing`;
    expect(await storage.has(key)).toBe(false);
    const asks = [
      storage.read(key),
      storage.open(key),
      storage.find(key, { start: 0, end: 1 }),
      storage.move(key, `${key}2`),
      storage.adopt(key, 'ten_a', roomy),
    ];
    for (const asked of await Promise.allSettled(asks))
      expect(asked).toMatchObject({ reason: { name: 'StorageError', fault: 'not_there' } });
  });

  it('lists what a tenant has, and which tenants have something', async () => {
    const { storage } = driver();
    const [tenant, longer, nobody] = [newTenant(), `ten_${count}0`, newTenant()];
    const before = Date.now();
    const { key } = await put(tenant, Buffer.from('abc'));
    await storage.write(`${tenant}/variants/x`, Buffer.from('12345'));
    await storage.write(`${longer}/variants/x`, Buffer.from('other'));
    const entries = await entriesOf(storage, tenant);
    expect(entries.map(({ key, size }) => [key, size]).sort()).toEqual(
      [
        [key, 3],
        [`${tenant}/variants/x`, 5],
      ].sort(),
    );
    // By the clock of the storage, in whole seconds.
    for (const { modifiedAt } of entries)
      expect(Math.abs(modifiedAt - before)).toBeLessThan(60_000);
    const tenants = await Array.fromAsync(storage.tenants());
    expect(tenants).toEqual(expect.arrayContaining([tenant, longer]));
    expect(tenants).not.toContain(nobody);

    await storage.removeTenant(tenant);
    await storage.removeTenant(tenant);
    expect(await entriesOf(storage, tenant)).toEqual([]);
    expect(await entriesOf(storage, longer)).toHaveLength(1);
    expect(await entriesOf(storage, nobody)).toEqual([]);
  });

  it('adopts direct uploads, and rejects those with the wrong size', async () => {
    const { storage } = driver();
    const tenant = newTenant();
    const upload = uploadKey(tenant, 'file_1');
    const bytes = randomBytes(50_000);
    await storage.write(upload, bytes);
    const refused = storage.adopt(upload, tenant, { ...roomy, exactBytes: 50_001 });
    await expect(refused).rejects.toMatchObject({ fault: 'wrong_size' });
    const stored = await storage.adopt(upload, tenant, { ...roomy, exactBytes: 50_000 });
    expect(stored).toMatchObject({ size: 50_000, checksum: sha256(bytes) });
    expect((await entriesOf(storage, tenant)).map(({ key }) => key)).toEqual([stored.key]);
    expect((await storage.read(stored.key)).equals(bytes)).toBe(true);
  });

  it.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', './a', 'a/.', '', 'a b', 'a\0', 'a/ä'])(
    'refuses the key %j',
    async (key) => {
      const { storage } = driver();
      const asks = [
        storage.read(key),
        storage.write(key, Buffer.of()),
        storage.remove([key]),
        storage.remove(['fine', key]),
        storage.removeTenant(key),
        storage.move(key, 'fine'),
        storage.adopt(key, 'ten_a', roomy),
        storage.dropUpload(key),
        entriesOf(storage, key),
      ];
      for (const asked of await Promise.allSettled(asks))
        expect(asked).toMatchObject({ reason: { message: `not a storage key: ${key}` } });
    },
  );

  it('keeps multipart uploads until they are adopted or dropped', async () => {
    const { storage } = driver();
    const store = await storage.tusStore();
    const tenant = newTenant();
    const bytes = randomBytes(6_000_000);
    const id = uploadKey(tenant, 'file_1');
    const start = async (id: string) => {
      const { Upload } = await import('@tus/server');
      await store.create(new Upload({ id, size: bytes.length, offset: 0 }));
      const first = Readable.from(pieces(bytes.subarray(0, 3_000_000)));
      return store.write(first, id, 0);
    };
    expect(await start(id)).toBe(3_000_000);
    expect(await store.getUpload(id)).toMatchObject({ offset: 3_000_000, size: bytes.length });
    expect(await store.write(Readable.from(pieces(bytes.subarray(3_000_000))), id, 3_000_000)).toBe(
      bytes.length,
    );
    const stored = await storage.adopt(id, tenant, { ...roomy, exactBytes: bytes.length });
    expect(stored.checksum).toBe(sha256(bytes));

    const givenUp = uploadKey(tenant, 'file_2');
    await start(givenUp);
    await storage.dropUpload(givenUp);
    await storage.dropUpload(givenUp);
    expect((await entriesOf(storage, tenant)).map(({ key }) => key)).toEqual([stored.key]);
    expect(await driver().leftovers()).toEqual([]);
  });

  it('checks whether it can read and write, and leaves nothing behind', async () => {
    const { storage } = driver();
    const before = await Array.fromAsync(storage.tenants());
    await storage.check();
    expect(await Array.fromAsync(storage.tenants())).toEqual(before);
    expect(await driver().leftovers()).toEqual([]);
  });
}

/** The fault of a StorageError. */
export async function faultOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((reason: unknown) => reason);
  return error instanceof StorageError ? error.fault : `no StorageError: ${error}`;
}
