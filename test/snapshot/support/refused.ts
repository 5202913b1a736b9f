import { expect, it } from 'vitest';
import { SnapshotInvalid } from '../../../src/snapshot/errors.ts';
import type { ReadOptions } from '../../../src/snapshot/read.ts';
import { archive, type Entry, entry, zstd } from './archives.ts';
import { Kept, read, sha256 } from './made.ts';

/** A file that is refused, and the reason; `heard` is the rows that the target may have heard of before. */
export interface Hostile {
  title: string;
  tar: () => Promise<Buffer> | Buffer;
  details: object;
  heard?: string[];
}

export const types = entry('rows/object_types/000001.ndjson', '["1", "a"]\n["2", "b"]\n');
export const objects = (text: string) => entry('rows/objects/000001.ndjson', text);
export const file = (text: string) => entry(`files/${sha256(Buffer.from(text))}`, text);
export const typesHeard = ['["1", "a"]', '["2", "b"]'];
export const unsafe = (path?: string) =>
  path === undefined ? { reason: 'unsafe_entry' } : { reason: 'unsafe_entry', entry: path };
export const inManifest = (reason: string) => ({ reason, entry: 'manifest.json' });

/** Entries in this order, which is not theirs. */
export const badOrder = (
  title: string,
  entries: Entry[],
  path: string,
  heard: string[],
): Hostile => ({
  title,
  tar: () => archive(entries),
  details: unsafe(path),
  heard,
});

export const zeros = (bytes: number) => Buffer.alloc(bytes);
export const whole = () => archive([types]);
export const refusal = async (
  bytes: Buffer,
  options: Partial<ReadOptions> = {},
  step?: number,
): Promise<{ error: SnapshotInvalid; target: Kept }> => {
  const target = new Kept();
  const error = await read(bytes, { target, ...options }, step).then(
    () => expect.fail('it was read'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SnapshotInvalid);
  expect(target.totals).toBeUndefined();
  return { error: error as SnapshotInvalid, target };
};

/** A test for each. */
export const refuses = (hostile: Hostile[]): void =>
  it.each(hostile)('refuses $title', async ({ tar, details, heard = [] }) => {
    const { error, target } = await refusal(zstd(await tar()));
    expect(error.extras.details).toEqual(details);
    expect(Object.values(target.content.rows).flat()).toEqual(heard);
    expect([error.status, error.code]).toEqual([400, 'SNAPSHOT_INVALID']);
  });
