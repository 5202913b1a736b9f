import { expect, it } from 'vitest';
import { archive, type Entry, endOf, entry, manifest, tarOf, zstd } from './support/archives.ts';
import { Kept, manifestOf, read, sha256, tables } from './support/made.ts';
import {
  file,
  type Hostile,
  inManifest,
  refuses,
  types,
  typesHeard,
  unsafe,
  whole,
  zeros,
} from './support/refused.ts';

const badManifest = (title: string, change: object, reason: string): Hostile => ({
  title: `a manifest ${title}`,
  tar: () => archive([manifest(change)]),
  details: inManifest(reason),
});

const badTable = (title: string, table: object, reason: string): Hostile =>
  badManifest(title, { tables: [table, ...tables.slice(1)] }, reason);

const badEnd = (
  title: string,
  change: Parameters<typeof archive>[1],
  details: object,
): Hostile => ({
  title: `an end ${title}`,
  tar: () => archive([types, file('x')], change),
  details,
  heard: typesHeard,
});

/** The tar without the zeros of its end. */
const open = async (entries: Entry[]) => {
  const tar = await tarOf(entries);
  return tar.subarray(0, tar.length - 1024);
};

refuses([
  ...(
    [
      ['of another format', { format: 'other/1' }, 'not_a_snapshot'],
      ['without a format', { format: undefined }, 'not_a_snapshot'],
      ['without a schema', { schema_version: undefined }, 'not_a_snapshot'],
      ['with a schema that is a path', { schema_version: '../../x' }, 'not_a_snapshot'],
      ['without tables', { tables: [] }, 'not_a_snapshot'],
      ['with a table twice', { tables: [...tables.slice(0, 1), ...tables] }, 'unknown_table'],
      ['without the journal', { tables: tables.slice(0, 2) }, 'unknown_table'],
      [
        'with too many levels',
        {
          tenant: {
            ...manifestOf().tenant,
            branding: JSON.parse(`${'{"a":'.repeat(128)}1${'}'.repeat(128)}`),
          },
        },
        'not_a_snapshot',
      ],
    ] as const
  ).map(([title, change, reason]) => badManifest(title, change, reason)),
  ...(
    [
      ['with an unknown table', { name: 'pg_authid', columns: ['id'], key: [] }, 'unknown_table'],
      [
        'with SQL for a table',
        { name: 'x; drop table objects', columns: ['id'], key: [] },
        'not_a_snapshot',
      ],
      [
        'with a table named like a property of all objects',
        { name: '__proto__', columns: ['id'], key: [] },
        'not_a_snapshot',
      ],
      [
        'with an unknown column',
        { name: 'object_types', columns: ['id', 'tenant_id'], key: [] },
        'unknown_column',
      ],
      [
        'with a column twice',
        { name: 'object_types', columns: ['id', 'id'], key: [] },
        'unknown_column',
      ],
      [
        'with a key that is no column',
        { name: 'object_types', columns: ['id'], key: ['name'] },
        'unknown_column',
      ],
    ] as const
  ).map(([title, table, reason]) => badTable(title, table, reason)),
  {
    title: 'a manifest of 100 MB',
    tar: () => tarOf([entry('manifest.json', zeros(100 * 1024 * 1024))]),
    details: inManifest('too_large'),
  },
  {
    title: 'a manifest that is not JSON',
    tar: () => tarOf([entry('manifest.json', '{"format":')]),
    details: inManifest('not_a_snapshot'),
  },
  {
    title: 'a manifest that is an array',
    tar: () => tarOf([entry('manifest.json', '[]')]),
    details: inManifest('not_a_snapshot'),
  },
  {
    title: 'another first entry',
    tar: () => tarOf([types, manifest()]),
    details: { reason: 'not_a_snapshot', entry: types.path },
  },
  badEnd(
    'with a wrong checksum',
    (end) => ({
      ...end,
      entries: end.entries.map((one, index) =>
        index === 1 ? { ...one, sha256: '0'.repeat(64) } : one,
      ),
    }),
    { reason: 'checksum', entry: types.path },
  ),
  badEnd(
    'with a wrong size',
    (end) => ({ ...end, entries: end.entries.map((one) => ({ ...one, bytes: one.bytes + 1 })) }),
    { reason: 'checksum', entry: 'manifest.json' },
  ),
  badEnd('with a wrong count of rows', (end) => ({ ...end, row_counts: { object_types: 3 } }), {
    reason: 'checksum',
    entry: 'end.json',
  }),
  badEnd('with a wrong count of files', (end) => ({ ...end, files: { count: 2, bytes: 1 } }), {
    reason: 'checksum',
    entry: 'end.json',
  }),
  badEnd('with a wrong digest', (end) => ({ ...end, digest: sha256(Buffer.from('')) }), {
    reason: 'checksum',
    entry: 'end.json',
  }),
  badEnd('that lists an entry less', (end) => ({ ...end, entries: end.entries.slice(0, -1) }), {
    reason: 'checksum',
    entry: 'end.json',
  }),
  badEnd(
    'that lists an entry more',
    (end) => ({ ...end, entries: [...end.entries, { path: 'files/x', bytes: 1, sha256: 'x' }] }),
    { reason: 'truncated', entry: 'files/x' },
  ),
  badEnd('with another member', (end) => ({ ...end, more: 1 }), {
    reason: 'checksum',
    entry: 'end.json',
  }),
  badEnd('that is empty', () => ({}), { reason: 'checksum', entry: 'end.json' }),
  {
    title: 'an archive without an end',
    tar: () => tarOf([manifest(), types]),
    details: { reason: 'truncated' },
    heard: typesHeard,
  },
  {
    title: 'an archive that stops in an entry',
    tar: async () => (await whole()).subarray(0, -2000),
    details: { reason: 'truncated' },
    heard: typesHeard,
  },
  {
    title: 'an archive without zeros at its end',
    tar: async () => (await whole()).subarray(0, -1024),
    details: { reason: 'truncated', entry: 'end.json' },
    heard: typesHeard,
  },
  {
    title: 'zeros between entries',
    tar: async () =>
      Buffer.concat([await open([manifest(), types]), zeros(1024), await open([file('x')])]),
    details: { reason: 'truncated' },
    heard: typesHeard,
  },
  {
    title: 'a second archive behind the first',
    tar: async () => Buffer.concat([await whole(), await whole()]),
    details: unsafe('end.json'),
    heard: typesHeard,
  },
  {
    title: 'a byte behind the end',
    tar: async () => Buffer.concat([await whole(), Buffer.from('x')]),
    details: unsafe('end.json'),
    heard: typesHeard,
  },
  {
    title: 'zeros without end',
    tar: async () => Buffer.concat([await whole(), zeros(1024 * 1024)]),
    details: unsafe('end.json'),
    heard: typesHeard,
  },
  {
    title: 'bytes in what fills up an entry',
    tar: async () => {
      const tar = Buffer.from(await whole());
      tar[tar.indexOf(types.content) + 500] = 1;
      return tar;
    },
    details: unsafe(types.path),
    // The chunk itself was checked before.
    heard: typesHeard,
  },
  {
    title: 'a damaged header',
    tar: async () => {
      const tar = Buffer.from(await whole());
      tar[tar.indexOf(types.path) + 4] = 0x2e;
      return tar;
    },
    details: { reason: 'checksum' },
  },
  {
    title: 'something else than tar',
    tar: () => zeros(10_000),
    details: { reason: 'not_a_snapshot' },
  },
  {
    title: 'an archive of others',
    tar: () => tarOf([entry('index.html', 'hello')]),
    details: { reason: 'not_a_snapshot', entry: 'index.html' },
  },
  { title: 'no archive at all', tar: () => zeros(0), details: { reason: 'truncated' } },
]);

it('takes an archive of another program, filled up to 10 kB', async () => {
  const tar = await archive([types, file('x')]);
  const filled = Buffer.concat([tar, zeros(10_240 - (tar.length % 10_240))]);
  const target = new Kept();
  const { end } = await read(zstd(filled), { target });
  expect(target.content.rows).toEqual({ object_types: typesHeard });
  expect(end.files).toEqual({ count: 1, bytes: 1 });
  const { entries, ...totals } = endOf(
    [manifest(), types, file('x')],
    tables.map(({ name }) => name),
  );
  expect(entries).toHaveLength(3);
  expect(end).toEqual(totals);
});
