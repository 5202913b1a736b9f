import { describe, expect, it } from 'vitest';
import { BaseManifest } from '../../src/backup/base-manifest.ts';
import { once, writeJson } from '../../src/backup/destination.ts';
import { DiskDestination } from '../../src/backup/disk.ts';
import { findBackup } from '../../src/backup/find.ts';
import {
  type Base,
  type ChainHoldings,
  partKey,
  segmentKey,
  type WalFile,
} from '../../src/backup/layout.ts';
import { lsnOf, lsnText, segmentBytes, segmentName, startOfSegment } from '../../src/backup/lsn.ts';
import { packed } from '../../src/backup/packing.ts';
import { expiredKeys } from '../../src/backup/retention.ts';
import { segmentOf, segmentsFrom } from '../../src/backup/staged-wal.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { temporaryFolder } from '../support/folder.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 29);
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
const segment = (n: number) => segmentName(1, BigInt(n) << 24n);

const base = (id: string, days: number, first: number): Base => ({
  ...{ id, chain: 'c', started_at: daysAgo(days), finished_at: daysAgo(days), timeline: 1 },
  ...{
    start_lsn: lsnText(BigInt(first) << 24n),
    end_lsn: '0/0',
    encrypted: false,
    reason: 'chain',
  },
  tar: { key: `${id}/base.tar.zst`, bytes: 1, checksum: '' },
  manifest: { key: `${id}/manifest.zst`, bytes: 1, checksum: '' },
});
const wal = (n: number, offset?: number, days = 0): WalFile => ({
  ...{ key: `wal/${n}${offset === undefined ? '' : `.${offset}`}`, segment: segment(n), offset },
  ...{ storedAt: now - days * dayMs, size: 1 },
});
const chain = (bases: Base[], files: WalFile[], ended?: number): ChainHoldings => ({
  chain: {
    ...{ id: 'c', system_identifier: '1', timeline: 1, rewinds: 0, start_lsn: '0/1000000' },
    ...{ started_at: daysAgo(99), ...(ended !== undefined && { ended_at: daysAgo(ended) }) },
  },
  bases,
  wal: files,
});

describe('a place in the WAL', () => {
  it('has the segment that PostgreSQL names', () => {
    expect(segmentName(1, lsnOf('16/B374D848'))).toBe('0000000100000016000000B3');
    expect(lsnText(startOfSegment('0000000100000016000000B3'))).toBe('16/B3000000');
  });
});

describe('the WAL of a restore', () => {
  it('is each segment once, the last one from its parts', () => {
    const files = [wal(1), wal(2), wal(2, 0), wal(3, 0), wal(3, 8)];
    const found = segmentsFrom(2n << 24n, files);
    expect(found.map(({ files: parts }) => parts.map(({ key }) => key))).toEqual([
      ['wal/2'],
      ['wal/3.0', 'wal/3.8'],
    ]);
  });

  it.each([
    ['a segment', [wal(2), wal(4)]],
    ['the rest of a segment', [wal(2), wal(3, 0), wal(4)]],
  ])('is refused where %s is missing', (_, files) => {
    expect(() => segmentsFrom(2n << 24n, files)).toThrow('WAL is missing before wal/4');
  });
});

it('a segment that has taken the place of its parts since they were listed is read instead', async () => {
  const destination = new DiskDestination(await temporaryFolder());
  const bytes = Buffer.alloc(segmentBytes, 7);
  await writeJson(destination, 'insula.json', {});
  await destination.write(segmentKey('c', segment(3)), packed(once(bytes), { recipients: [] }));
  const part = { ...wal(3, 0), key: partKey('c', segment(3), 0) };
  const job = { destination, identities: [], base: base('a', 1, 3) };
  const read = await segmentOf(job, { segment: segment(3), files: [part] });
  expect(read.equals(bytes)).toBe(true);
  await destination.remove([segmentKey('c', segment(3))]);
  await expect(segmentOf(job, { segment: segment(3), files: [part] })).rejects.toThrow(
    'is missing',
  );
});

describe('retention', () => {
  const files = [1, 2, 3, 4, 5].map((n) => wal(n));

  it('keeps the newest base before the oldest moment, and the WAL from it on', () => {
    const bases = [base('a', 30, 1), base('b', 20, 3), base('c', 10, 5)];
    expect(expiredKeys([chain(bases, files)], [], 14, now)).toEqual([
      ...['a/base.json', 'a/base.tar.zst', 'a/manifest.zst', 'wal/1', 'wal/2'],
    ]);
  });

  it('never removes the newest base', () => {
    expect(expiredKeys([chain([base('a', 90, 1)], files)], [], 14, now)).toEqual([]);
  });

  it('removes a chain that has ended, and bases that nothing finishes', () => {
    const old = chain([base('a', 30, 1)], [wal(1)], 25);
    const young = chain([base('b', 20, 3)], [wal(3)]);
    const unfinished = [
      { key: 'x', modifiedAt: now - 2 * dayMs },
      { key: 'y', modifiedAt: now - 1000 },
    ];
    const keys = expiredKeys([old, young], unfinished, 14, now);
    expect(keys).toEqual([
      ...['x', 'a/base.json', 'a/base.tar.zst', 'a/manifest.zst', 'wal/1', 'chains/c/chain.json'],
    ]);
  });
});

describe('the backup of a moment', () => {
  const chains = [
    chain([base('a', 30, 1)], [wal(1, undefined, 25)], 25),
    chain([base('b', 20, 3)], [wal(3, undefined, 1)]),
  ];
  const find = (days: number) =>
    findBackup({ chains }, 'file:///b', new Date(now - days * dayMs)).base.id;

  it('is the newest base before it', () => {
    expect([find(26), find(2)]).toEqual(['a', 'b']);
  });

  it.each([40, 22, 0.5])('%s days ago is refused where no chain has it', (days) => {
    expect(() => find(days)).toThrow('cannot be restored');
  });
});

describe('a manifest', () => {
  const text = JSON.stringify({
    Files: [{ Path: 'base/1', Size: 2, 'Checksum-Algorithm': 'SHA256', Checksum: 'ab' }],
  });

  it.each([
    ['other bytes', 'base/1', 2, 'cd', 'not what the manifest says'],
    ['another file', 'base/2', 2, 'ab', 'not in the manifest'],
  ])('refuses %s', (_, path, size, checksum, fault) => {
    expect(() => new BaseManifest(text).check(path, size, checksum)).toThrow(fault);
  });

  it('refuses a file that is missing, and takes WAL', () => {
    const manifest = new BaseManifest(text);
    manifest.check('pg_wal/1', 1, 'x');
    expect(() => manifest.end()).toThrow('base/1 is missing');
  });
});

describe('BACKUP_TO', () => {
  const load = (env: Record<string, string>) => () => loadConfig({ DATA_DIR: '/nowhere', ...env });
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };

  it.each([
    ['no URL', { BACKUP_TO: '/var/backups' }, 'BACKUP_TO'],
    ['another protocol', { BACKUP_TO: 'https://example.com/x' }, 'BACKUP_TO'],
    ['S3 without keys', { BACKUP_TO: 's3://backups/x' }, 'BACKUP_S3_ACCESS_KEY_ID'],
    ['S3 in plain text', { BACKUP_TO: 's3://backups/x', ...keys }, 'BACKUP_PLAINTEXT=on'],
    ['a recipient of others', { BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' }, 'BACKUP_RECIPIENT'],
  ])('is refused with %s', (_, env, fault) => {
    expect(load(env)).toThrow(fault);
  });

  it('is a folder, or a prefix in a bucket with the keys of S3_*', () => {
    expect(load({ BACKUP_TO: 'file:///var/backups/' })().backup).toMatchObject({
      to: { folder: '/var/backups' },
      partSeconds: 5,
    });
    const env = { BACKUP_TO: 's3://backups/x/', BACKUP_PLAINTEXT: 'on', ...keys };
    expect(load(env)().backup).toMatchObject({
      to: { s3: { bucket: 'backups', accessKeyId: 'a' }, prefix: 'x' },
      partSeconds: 60,
    });
    expect(load({})().backup).toBeUndefined();
  });
});
