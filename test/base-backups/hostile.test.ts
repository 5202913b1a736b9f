import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { once, writeJson } from '../../src/backup/destination.ts';
import { DiskDestination } from '../../src/backup/disk.ts';
import { findBackup } from '../../src/backup/find.ts';
import { baseFolder, baseKey, chainKey, readHoldings } from '../../src/backup/layout.ts';
import { expiredKeys, prune } from '../../src/backup/retention.ts';
import { statusOf } from '../../src/backup/status.ts';
import { storedBase } from '../../src/backup/stored-base.ts';
import { temporaryFolder } from '../support/folder.ts';

const at = '2026-11-01T02:30:00.000Z';

const chainOf = (id: string) => ({
  ...{ id, system_identifier: '1', timeline: 1, rewinds: 0, start_lsn: '0/1000000' },
  started_at: at,
});
const baseOf = (id: string, chain: string) => {
  const file = (name: string) => ({
    ...{ key: `${baseFolder(chain, id)}${name}`, bytes: 1, checksum: 'sha256:0' },
  });
  return {
    ...{ id, chain, started_at: at, finished_at: at, start_lsn: '0/1000028', end_lsn: '0/1000120' },
    ...{ timeline: 1, encrypted: false, reason: 'chain' },
    ...{ tar: file('base.tar.zst'), manifest: file('manifest.zst') },
  };
};

/** A destination with two chains of a base backup each, in a folder that holds another file. */
async function destinationOfTwo() {
  const outside = await temporaryFolder();
  await writeFile(join(outside, 'secret'), 'a secret of the server');
  const folder = join(outside, 'backups');
  const destination = new DiskDestination(folder);
  await writeJson(destination, 'insula.json', {});
  for (const n of ['1', '2']) {
    await writeJson(destination, chainKey(`chn_${n}`), chainOf(`chn_${n}`));
    const key = baseKey(`chn_${n}`, `bak_${n}`);
    await writeJson(destination, key, baseOf(`bak_${n}`, `chn_${n}`));
  }
  return { outside, folder, destination };
}

const second = baseOf('bak_2', 'chn_2');
const elsewhere = (key: string) => ({ ...second.tar, key });

it.each([
  ['archive is a file of the server', { ...second, tar: elsewhere('../secret') }],
  ['archive is one of another base', { ...second, tar: baseOf('bak_1', 'chn_1').tar }],
  ['manifest is another file', { ...second, manifest: elsewhere('insula.json') }],
  [
    'archive is above, by a path through it',
    { ...second, tar: elsewhere(`${second.tar.key}/../x`) },
  ],
  ['name is that of another', { ...second, id: 'bak_1' }],
  ['time is none', { ...second, finished_at: 'soon' }],
  ['content is a list', []],
])(
  'a base backup whose %s is not read, sent or removed, and the others are',
  async (_, hostile) => {
    const { outside, destination } = await destinationOfTwo();
    const key = baseKey('chn_2', 'bak_2');
    await writeJson(destination, key, hostile);
    const named = `${destination.name}/${key} cannot be used`;
    await expect(storedBase(destination, { base: 'bak_2', chain: 'chn_2' })).rejects.toThrow(named);
    const holdings = await readHoldings(destination);
    expect(holdings).toMatchObject({ damaged: [expect.stringContaining(named)], unfinished: [] });
    expect(findBackup(holdings, '', 'latest').base.id).toBe('bak_1');
    expect(await statusOf(destination)).toMatchObject({
      last_base_at: at,
      error: expect.stringContaining(named),
    });
    expect(await prune(destination, 1)).toBe(0);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('a secret of the server');
  },
);

it.each([
  ['base.json', baseKey('chn_2', 'bak_2')],
  ['chain.json', chainKey('chn_2')],
])('a %s that ends too early leaves the other chains usable', async (_, key) => {
  const { folder, destination } = await destinationOfTwo();
  const whole = await readFile(join(folder, key));
  for (const left of [whole.subarray(0, 40), Buffer.alloc(0), Buffer.alloc(2_000_000, ' ')]) {
    await writeFile(join(folder, key), left);
    const { damaged, chains } = await readHoldings(destination);
    expect(damaged).toEqual([expect.stringContaining(`${destination.name}/${key} cannot be read`)]);
    expect(chains.flatMap(({ bases }) => bases).map(({ id }) => id)).toEqual(['bak_1']);
  }
});

it('a result of the last verification that is damaged counts for none', async () => {
  const { folder, destination } = await destinationOfTwo();
  await writeFile(join(folder, 'verified.json'), '{"verified_at": ');
  expect(await statusOf(destination)).toMatchObject({ last_verified_at: null, error: null });
});

it('a disk takes no key that leads out of its folder', async () => {
  const { outside, destination } = await destinationOfTwo();
  for (const key of ['../secret', 'chains/../../secret', '..']) {
    await expect(destination.read(key)).rejects.toThrow('is no file below');
    await expect(destination.remove([key])).rejects.toThrow('is no file below');
    await expect(writeJson(destination, key, {})).rejects.toThrow('is no file below');
  }
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('a secret of the server');
});

it('the newest base backup is that of the highest place, though the clock was set back before it', async () => {
  const { destination } = await destinationOfTwo();
  const ahead = '2026-12-24T02:30:00.000Z';
  const now = Date.parse('2026-11-20T00:00:00.000Z');
  // The first chain was begun, and the first base of the second made, while the clock was ahead.
  const first = { ...chainOf('chn_1'), started_at: ahead, ended_at: at };
  await writeJson(destination, chainKey('chn_1'), first);
  const early = { ...second, started_at: ahead, finished_at: ahead };
  await writeJson(destination, baseKey('chn_2', 'bak_2'), early);
  const late = { ...baseOf('bak_3', 'chn_2'), start_lsn: '0/3000028', end_lsn: '0/3000120' };
  await writeJson(destination, baseKey('chn_2', 'bak_3'), late);
  for (const n of ['1', '2', '3'])
    await destination.write(
      `chains/chn_2/wal/00000001000000000000000${n}.zst`,
      once(Buffer.from(n)),
    );
  const holdings = await readHoldings(destination);
  const names = holdings.chains.flatMap(({ bases }) => bases).map(({ id }) => id);
  expect(names).toEqual(['bak_1', 'bak_2', 'bak_3']);
  expect(findBackup(holdings, '', 'latest').base.id).toBe('bak_3');
  // With 30 days nothing goes; with 14, all before the newest.
  expect(expiredKeys(holdings.chains, [], 30, now)).toEqual([]);
  const expired = expiredKeys(holdings.chains, [], 14, now);
  expect(expired).toEqual(
    expect.arrayContaining([baseKey('chn_1', 'bak_1'), baseKey('chn_2', 'bak_2')]),
  );
  expect(expired.filter((key) => key.includes('bak_3') || key.endsWith('3.zst'))).toEqual([]);
});
