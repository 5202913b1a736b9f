import { createHash } from 'node:crypto';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SnapshotInvalid, SnapshotLocked, SnapshotTooNew } from '../../src/snapshot/errors.ts';
import { ownLimits } from '../../src/snapshot/limits.ts';
import { header } from '../../src/snapshot/tar.ts';
import { archive, manifest, tarOf, zstd } from './support/archives.ts';
import { type Content, Kept, read, sourceOf, write } from './support/made.ts';
import { file, refusal, types, whole } from './support/refused.ts';

const content: Content = {
  rows: {
    object_types: ['["1", "a"]', '["2", "b"]'],
    objects: ['["1", {"n": 12345678901234567890}, 1]'],
  },
  journal: ['[1, {"type": "object.created"}]'],
  secrets: [],
  files: [Buffer.from('the bytes of a file')],
};

const reasonOf = async (...args: Parameters<typeof refusal>): Promise<string> =>
  (await refusal(...args)).error.reason;

describe('of compressed bytes', () => {
  it('refuses a window of more than 8 MB, told either way', async () => {
    const { file: bytes } = await write(sourceOf(content));
    // 2 to the power of 10 and of the upper five bits, and eighths of it.
    for (const [window, reason] of [
      [13 << 3, undefined],
      [(13 << 3) | 1, 'too_large'],
      [255, 'too_large'],
    ]) {
      bytes[5] = window as number;
      if (reason) expect(await reasonOf(bytes)).toBe(reason);
      else await read(bytes);
    }
    // One segment, whose size of 1 GB is the window.
    const single = Buffer.from('28b52ffde00000004000000000010000', 'hex');
    expect(await reasonOf(single)).toBe('too_large');
  });

  it('refuses a dictionary and bits that are reserved', async () => {
    for (const bit of [0b1, 0b10, 0b1000, 0b10000]) {
      const bytes = Buffer.from(zstd(await whole()));
      bytes[4] = (bytes[4] as number) | bit;
      expect(await reasonOf(bytes)).toBe('unsafe_entry');
    }
  });

  it.each([1, 5, 65_536])('refuses what follows the frame, %i bytes at a time', async (step) => {
    const [tar, empty] = [await whole(), zstd(Buffer.alloc(0))];
    const frame = zstd(tar);
    const skippable = Buffer.from('502a4d18020000000102', 'hex');
    for (const more of [Buffer.from('x'), frame, empty, skippable])
      expect(await reasonOf(Buffer.concat([frame, more]), {}, step)).toBe('unsafe_entry');
    const parts = [zstd(tar.subarray(0, 1024)), zstd(tar.subarray(1024))];
    expect(await reasonOf(Buffer.concat(parts), {}, step)).toBe('unsafe_entry');
    expect(await reasonOf(Buffer.concat([skippable, frame]), {}, step)).toBe('not_a_snapshot');
  });

  it('refuses a bomb, whether of one entry or of very many', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024);
    const sum = createHash('sha256').update(zeros).digest('hex');
    const bomb = zstd(await tarOf([manifest(), { path: `files/${sum}`, content: zeros }]));
    expect(bomb.length).toBeLessThan(20_000);
    expect(await reasonOf(bomb)).toBe('too_large');
    const row = Buffer.concat([Buffer.from('["1","a"]\n'), Buffer.alloc(502)]);
    const many = Array.from({ length: 80_000 }, (_, index) => {
      const path = `rows/object_types/${String(index + 1).padStart(6, '0')}.ndjson`;
      return Buffer.concat([header(path, 10, 0), row]);
    });
    const start = await tarOf([manifest()]);
    const tar = Buffer.concat([start.subarray(0, -1024), ...many]);
    expect(await reasonOf(zstd(tar))).toBe('too_large');
  });

  it('reads what it wrote itself, however well it compresses', async () => {
    const zeros = Buffer.alloc(70 * 1024 * 1024);
    const { file: bytes } = await write(sourceOf({ ...content, files: [zeros] }));
    expect(await reasonOf(bytes)).toBe('too_large');
    expect((await read(bytes, { limits: ownLimits })).end.files.bytes).toBe(zeros.length);
  });

  it('refuses more bytes than may be unpacked', async () => {
    const limits = { totalBytes: 4000 };
    expect(await reasonOf(zstd(await archive([types, file('x')])), { limits })).toBe('too_large');
  });

  it('refuses files that are nothing of the kind', async () => {
    for (const bytes of ['', 'x', '{"format":"insula-snapshot/1"}', 'PK\u0003\u0004'.repeat(9)])
      expect(await reasonOf(Buffer.from(bytes))).toBe('not_a_snapshot');
  });
});

describe('whatever byte', () => {
  /** Refused, or – where a byte says nothing of the content – read as the same. */
  const refusedOrSame = async (bytes: Buffer, expected: Kept, unlock = {}): Promise<boolean> => {
    const target = new Kept();
    try {
      await read(bytes, { target, unlock });
    } catch (error) {
      expect([SnapshotInvalid, SnapshotLocked]).toContain((error as Error).constructor);
      expect(target.totals).toBeUndefined();
      return true;
    }
    expect(target).toEqual(expected);
    return false;
  };

  const change = fc.tuple(
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.constantFrom('change', 'cut', 'remove', 'add'),
    fc.integer({ min: 1, max: 255 }),
  );

  const changed = (bytes: Buffer, [where, how, by]: [number, string, number]): Buffer => {
    const at = Math.floor(where * bytes.length);
    if (how === 'cut') return bytes.subarray(0, at);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
    const byte = bytes[at] as number;
    if (how === 'remove') return Buffer.concat([before, after]);
    const other = Buffer.from([byte ^ by]);
    return Buffer.concat(
      how === 'add' ? [before, other, bytes.subarray(at)] : [before, other, after],
    );
  };

  it('is changed, cut off, removed or added: it is refused', async () => {
    const { file: bytes } = await write(sourceOf(content));
    const expected = new Kept();
    await read(bytes, { target: expected });
    await fc.assert(
      fc.asyncProperty(change, async (one) => {
        const other = changed(bytes, one);
        const isRefused = await refusedOrSame(other, expected);
        // How far back a reader has to remember: smaller is enough here.
        if (!isRefused) expect([...other].findIndex((byte, at) => byte !== bytes[at])).toBe(5);
      }),
      { numRuns: 1500 },
    );
  });

  it('of an encrypted one is changed, cut off, removed or added: it is refused', async () => {
    const identity = await generateX25519Identity();
    const recipients = [await identityToRecipient(identity)];
    const { file: bytes } = await write(sourceOf(content), { recipients });
    await fc.assert(
      fc.asyncProperty(change, async (one) => {
        const unlock = { identities: [identity] };
        expect(await refusedOrSame(changed(bytes, one), new Kept(), unlock)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('of an encrypted one', () => {
  const passphrase = 'correct horse battery staple';

  /** Cheaply. */
  const sealed = async (bytes: Buffer): Promise<Buffer> => {
    const age = new Encrypter();
    age.setPassphrase(passphrase);
    age.setScryptWorkFactor(4);
    return Buffer.from(await age.encrypt(bytes));
  };

  const error = (bytes: Buffer, unlock = {}): Promise<unknown> =>
    read(bytes, { unlock }).catch((reason) => reason);

  it('tells that it is locked, and what opens it', async () => {
    const withPassphrase = await sealed(zstd(await whole()));
    expect(await read(withPassphrase, { unlock: { passphrase } })).toMatchObject({
      isEncrypted: true,
    });
    const identity = await generateX25519Identity();
    const recipients = [await identityToRecipient(identity)];
    const { file: forIdentity } = await write(sourceOf(content), { recipients });
    const other = { identities: [await generateX25519Identity()] };
    for (const unlock of [{}, { passphrase: 'wrong' }, other, { identities: ['x'] }]) {
      expect(await error(withPassphrase, unlock)).toMatchObject({
        code: 'SNAPSHOT_LOCKED',
        status: 403,
      });
      expect(await error(forIdentity, unlock)).toBeInstanceOf(SnapshotLocked);
    }
    expect(String(await error(withPassphrase))).toContain('passphrase');
    expect(String(await error(forIdentity))).toContain('identity');
    expect(await error(forIdentity, { identities: ['x', identity] })).toBeInstanceOf(
      SnapshotLocked,
    );
  });

  it('refuses to pay for a passphrase that is dearer than age makes them', async () => {
    const bytes = await sealed(zstd(await whole()));
    for (const factor of ['19', '20', '64', '999', '1e1', 'x']) {
      const dear = bytes.toString('latin1').replace(/(-> scrypt \S+) 4\n/, `$1 ${factor}\n`);
      const made = Buffer.from(dear, 'latin1');
      expect(await reasonOf(made, { unlock: { passphrase } })).toBe('too_large');
    }
  });

  it('refuses a header that does not end', async () => {
    const endless = `age-encryption.org/v1\n${'-> X25519 abc\nabc\n'.repeat(10_000)}`;
    expect(await reasonOf(Buffer.from(endless))).toBe('checksum');
    expect(await reasonOf(Buffer.from(endless.slice(0, 100)))).toBe('truncated');
  });

  it('refuses what is encrypted and no snapshot', async () => {
    const unlock = { passphrase };
    expect(await reasonOf(await sealed(Buffer.from('hello')), { unlock })).toBe('not_a_snapshot');
    expect(await reasonOf(await sealed(Buffer.alloc(0)), { unlock })).toBe('truncated');
  });

  it('is written with a passphrase, and opened by it', async () => {
    const { file: bytes } = await write(sourceOf(content), { passphrase });
    const target = new Kept();
    await read(bytes, {
      target,
      unlock: { passphrase, identities: [await generateX25519Identity()] },
    });
    expect(target.content).toEqual(content);
  });
});

it('tells what it would take to read a newer one', async () => {
  const newer = manifest({ format: 'insula-snapshot/2', reader: 2, tables: 'elsewhere' });
  const error = await read(zstd(await tarOf([newer]))).catch((reason) => reason);
  expect(error).toBeInstanceOf(SnapshotTooNew);
  expect([error.status, error.code, error.extras.details]).toEqual([
    409,
    'SNAPSHOT_TOO_NEW',
    { format: 'insula-snapshot/2', reader: 2, supported: 1 },
  ]);
});
