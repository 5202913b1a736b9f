import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Progress, SnapshotSource } from '../../src/snapshot/format.ts';
import { readSnapshot } from '../../src/snapshot/read.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import {
  type Content,
  inSteps,
  Kept,
  known,
  manifestOf,
  read,
  sha256,
  sourceOf,
  tables,
  withSecrets,
  write,
} from './support/made.ts';

const nothing: Content = { rows: {}, journal: [], secrets: [], files: [] };

const failing = async (source: SnapshotSource): Promise<string> => {
  const to = new PassThrough();
  to.resume();
  const error = await writeSnapshot(source, { to }).then(
    () => expect.fail('it was written'),
    (reason: Error) => reason,
  );
  expect(to.destroyed).toBe(true);
  return error.message;
};

const withFile = (bytes: number, stored: string, sum = sha256(Buffer.from('hello'))) => ({
  ...sourceOf(nothing),
  async *files() {
    yield { sha256: sum, bytes, open: async () => Readable.from([Buffer.from(stored)]) };
  },
});

it('fails where the bytes of a file are not those of its record', async () => {
  const path = `files/${sha256(Buffer.from('hello'))}`;
  expect(await failing(withFile(6, 'hello'))).toBe(
    `A file has 5 bytes instead of 6 (entry ${path}).`,
  );
  expect(await failing(withFile(4, 'hello'))).toContain('longer than the 4 bytes');
  expect(await failing(withFile(5, 'hullo'))).toContain('not those that were stored');
  expect(await failing(withFile(5, 'hello', '../x'))).toContain('order of their checksums');
});

it('fails where files come in another order, or twice', async () => {
  const { files } = sourceOf({ ...nothing, files: [Buffer.from('a'), Buffer.from('b')] });
  const all = await Array.fromAsync(files());
  for (const order of [all.toReversed(), [all[0], all[0]]])
    expect(await failing({ ...sourceOf(nothing), files: () => Readable.from(order) })).toContain(
      'each once',
    );
});

it('fails at a row that a reader would refuse, and names it', async () => {
  const source = (rows: string[]) => sourceOf({ ...nothing, rows: { objects: rows } });
  expect(await failing(source(['["1",{},1]', '["2",{}]']))).toBe(
    'a row has 2 values instead of 3 (entry rows/objects, row 2).',
  );
  expect(await failing(source(['["1",{},1]\n']))).toContain('row 2');
  expect(await failing(source([`["${'x'.repeat(64 * 1024 * 1024)}",{},1]`]))).toContain(
    'too large',
  );
  const latin = { ...sourceOf(nothing), journal: () => Readable.from([Buffer.from([0xff])]) };
  expect(await failing(latin)).toContain('not UTF-8 (entry journal)');
});

it('writes secrets into encrypted snapshots only', async () => {
  const source = sourceOf(nothing, withSecrets(manifestOf()));
  await expect(writeSnapshot(source, { to: new PassThrough() })).rejects.toThrow('encrypted');
});

it('cuts rows into chunks of 10,000 rows and of 8 MB, and one for each larger row', async () => {
  const small = Array.from({ length: 20_001 }, (_, index) => `["${index}","a"]`);
  const huge = `["${'x'.repeat(20_000_000)}",null,1]`;
  const large = Array.from({ length: 20 }, (_, index) => `["${'x'.repeat(1_000_000)}",${index},1]`);
  const made = { ...nothing, rows: { object_types: small, objects: [...large, huge, '[1,2,3]'] } };
  const { file, end } = await write(sourceOf(made));
  const target = new Kept();
  const progress: Progress[] = [];
  await read(file, { target, size: file.length, onProgress: (one) => progress.push(one) });
  expect(target.content.rows).toEqual(made.rows);
  expect(target.chunks).toEqual([
    ['object_types', 10_000],
    ['object_types', 10_000],
    ['object_types', 1],
    ['objects', 8],
    ['objects', 8],
    ['objects', 4],
    ['objects', 1],
    ['objects', 1],
  ]);
  expect(end.row_counts).toEqual({
    object_types: 20_001,
    objects: 22,
    tenant_settings: 0,
    journal: 0,
  });
  expect(progress.at(-1)).toMatchObject({ total: file.length, unit: 'bytes' });
});

it('keeps the errors of others as they are', async () => {
  const fault = new Error('the database is gone');
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('["1","a"]\n');
    throw fault;
  }
  const to = new PassThrough();
  to.resume();
  const source = { ...sourceOf(nothing), rows: () => broken() };
  await expect(writeSnapshot(source, { to })).rejects.toBe(fault);
  const full = new Writable({ write: (_chunk, _encoding, done) => done(fault) });
  await expect(writeSnapshot(sourceOf(nothing), { to: full })).rejects.toBe(fault);

  const { file } = await write(sourceOf({ ...nothing, files: [Buffer.from('hello')] }));
  async function* cut(): AsyncGenerator<Buffer> {
    yield file.subarray(0, 100);
    throw fault;
  }
  await expect(readSnapshot(Readable.from(cut()), { known })).rejects.toBe(fault);
  for (const method of ['begin', 'file', 'end'] as const) {
    const target = new Kept();
    target[method] = () => Promise.reject(fault);
    await expect(read(file, { target })).rejects.toBe(fault);
  }
});

it('checks a file to its end, even where the target reads none of it', async () => {
  const bytes = Buffer.alloc(300_000, 'x');
  const { file } = await write(sourceOf({ ...nothing, files: [bytes] }));
  const target = new Kept();
  target.file = async () => {};
  expect(await read(file, { target })).toMatchObject({
    end: { files: { count: 1, bytes: 300_000 } },
  });
});

it('stops when it is told to', async () => {
  const { file } = await write(sourceOf(nothing));
  const [writing, reading] = [new AbortController(), new AbortController()];
  const source = {
    ...sourceOf(nothing),
    async *rows() {
      writing.abort();
      yield Buffer.from('["1","a"]\n');
    },
  };
  const to = new PassThrough();
  await expect(writeSnapshot(source, { to, signal: writing.signal })).rejects.toThrow('aborted');
  const target = new Kept();
  target.begin = async () => reading.abort();
  const from = inSteps(file);
  const options = { known, target, signal: reading.signal };
  await expect(readSnapshot(from, options)).rejects.toThrow('aborted');
  expect([to.destroyed, from.destroyed, target.totals]).toEqual([true, true, undefined]);
});

it('reads a schema with less than the newest has', async () => {
  const older = manifestOf({
    schema_version: '000001',
    tables: tables.map((table) =>
      table.name === 'objects' ? { ...table, columns: ['id', 'data'] } : table,
    ),
  });
  const { file } = await write(sourceOf({ ...nothing, rows: { objects: ['["1",{}]'] } }, older));
  const asked: string[] = [];
  const target = new Kept();
  await read(file, {
    target,
    known: (version) => {
      asked.push(version);
      return known();
    },
  });
  expect(asked).toEqual(['000001']);
  expect(target.content.rows).toEqual({ objects: ['["1",{}]'] });
});
