import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { type Lift, lift, lifts } from '../../src/snapshot/lift.ts';
import { Kept, known, manifestOf, read, sourceOf, tables, write } from './support/made.ts';

const older = [
  { name: 'kinds', columns: ['id', 'label'], key: ['id'] },
  { name: 'objects', columns: ['uid', 'values'], key: ['uid'] },
  { name: 'journal', columns: ['place', 'event'], key: ['place'] },
];
const all: Lift[] = [
  { migration: '000010', tables: { kinds: 'types' }, columns: { objects: { values: 'content' } } },
  {
    migration: '000020',
    tables: { types: 'object_types' },
    columns: { object_types: { label: 'name' }, objects: { content: 'data', uid: 'id' } },
  },
];

it('gives tables and columns of an older schema their present names', async () => {
  const identity = await generateX25519Identity();
  const recipients = [await identityToRecipient(identity)];
  const rows = { kinds: ['["1", "a"]'], objects: ['["7", {}]'] };
  const content = {
    rows,
    journal: ['[1, {}]'],
    secrets: [['objects', ['7'], 'values', 's']] as [string, string[], string, string][],
    files: [],
  };
  const manifest = manifestOf({ schema_version: '000009', tables: older });
  const { file, end } = await write(sourceOf(content, manifest), { recipients });
  const target = new Kept();
  const unlock = { identities: [identity] };
  await read(file, { target, unlock, lifts: all });
  expect(target.content).toEqual({
    ...content,
    rows: { object_types: rows.kinds, objects: rows.objects },
    secrets: [['objects', ['7'], 'data', 's']],
  });
  expect(target.manifest?.tables).toEqual([
    tables[0],
    { ...tables[1], columns: ['id', 'data'] },
    tables[3],
  ]);
  // Of the file, which has them by their old names.
  expect(end.row_counts).toEqual({ kinds: 1, objects: 1, journal: 1 });
  await expect(read(file, { unlock, lifts: all.slice(0, 1) })).rejects.toMatchObject({
    reason: 'unknown_table',
  });
});

it('leaves alone what is as new as the migration', () => {
  expect(lift(older, '000020', all)).toEqual(older);
  expect(lift(older, '000010', all)[0]).toEqual(older[0]);
});

it('knows lifts in the order of their migrations, to names that are new', () => {
  const numbers = lifts.map(({ migration }) => migration);
  expect(numbers).toEqual(numbers.toSorted());
  expect(lift(tables, '000001')).toEqual(tables);
  expect(known().size).toBe(tables.length);
});
