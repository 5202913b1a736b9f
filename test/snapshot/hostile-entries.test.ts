import { archive, type Entry, entry, manifest } from './support/archives.ts';
import { manifestOf } from './support/made.ts';
import {
  badOrder,
  file,
  type Hostile,
  inManifest,
  objects,
  refuses,
  types,
  typesHeard,
  unsafe,
} from './support/refused.ts';

const badRow = (title: string, row: string): Hostile => ({
  title: `a row ${title}`,
  tar: () => archive([types, objects(`["1", {}, 1]\n${row}\n`)]),
  details: { reason: 'bad_row', entry: 'rows/objects/000001.ndjson', row: 2 },
  heard: typesHeard,
});

const badPath = (path: string): Hostile => ({
  title: `an entry ${path}`,
  tar: () => archive([types, entry(path, '["1", {}, 1]\n')]),
  details: {
    reason: path.startsWith('rows/nothing') ? 'unknown_table' : 'unsafe_entry',
    entry: path,
  },
  heard: typesHeard,
});

const badType = (type: Exclude<Entry['header'], undefined>['type']): Hostile => ({
  title: `a ${type}`,
  tar: () => archive([types, entry('rows/objects/000001.ndjson', '', { type, linkname: 'x' })]),
  details: unsafe('rows/objects/000001.ndjson'),
  heard: typesHeard,
});

const two = [file('a'), file('b')].sort((a, b) => (a.path < b.path ? -1 : 1)) as [Entry, Entry];
/** More than its manifest says. */
const more = (title: string, totals: object, made: Entry): Hostile => ({
  title: `more ${title} than the manifest says`,
  tar: () => archive([manifest({ totals }), made]),
  details: { reason: 'too_large', entry: made.path },
});

refuses([
  ...[
    ['with too few values', '["2", {}]'],
    ['with too many values', '["2", {}, 1, 2]'],
    ['that is an object', '{"id": "2"}'],
    ['that is not JSON', '["2", {}, 01]'],
    ['with a word that JSON does not know', '["2", {}, NaN]'],
    ['with a comma too many', '["2", {}, 1,]'],
    ['that is empty', ''],
    ['with something behind it', '["2", {}, 1] 5'],
    ['with a control character', '["2", {}, "\u0001"]'],
    ['with an escape that is none', '["2", {}, "\\x"]'],
    ['with too many levels', `["2", ${'['.repeat(128)}${']'.repeat(128)}, 1]`],
    ['that is not closed', '["2", {}, 1'],
  ].map(([title, row]) => badRow(title as string, row as string)),
  {
    title: 'rows without a line break at the end',
    tar: () => archive([objects('["1", {}, 1]')]),
    details: { reason: 'bad_row', entry: 'rows/objects/000001.ndjson', row: 1 },
  },
  {
    title: 'rows that are not UTF-8',
    tar: () => archive([objects(Buffer.from('["\xff", {}, 1]\n', 'latin1') as never)]),
    details: { reason: 'bad_row', entry: 'rows/objects/000001.ndjson' },
  },
  {
    title: 'a chunk of more than 10,000 rows',
    tar: () => archive([objects('["1",2,3]\n'.repeat(10_001))]),
    details: { reason: 'too_large', entry: 'rows/objects/000001.ndjson' },
  },
  {
    title: 'a chunk of more than 8 MB',
    tar: () => archive([objects(`["1","${'x'.repeat(8 * 1024 * 1024)}",3]\n[1,2,3]\n`)]),
    details: { reason: 'too_large', entry: 'rows/objects/000001.ndjson' },
  },
  {
    title: 'a row of more than 64 MB',
    tar: () => archive([objects(`["1","${'x'.repeat(64 * 1024 * 1024)}",3]\n`)]),
    details: { reason: 'too_large', entry: 'rows/objects/000001.ndjson' },
  },
  badOrder('a chunk without rows', [objects('')], 'rows/objects/000001.ndjson', []),
  ...[
    '/etc/passwd',
    '../rows/objects/000001.ndjson',
    'rows/../objects/000001.ndjson',
    'rows/objects/../../x',
    'rows/objects/000001.json',
    'rows/objects/1.ndjson',
    'rows/nothing/000001.ndjson',
    'rows/journal/000001.ndjson',
    './rows/objects/000001.ndjson',
    'files/abc',
    `files/${'A'.repeat(64)}`,
    'manifest.json',
    'scripts/run.sql',
  ]
    .map(badPath)
    .map((one) =>
      one.title.includes('rows/journal')
        ? { ...one, details: { reason: 'unknown_table', entry: 'rows/journal/000001.ndjson' } }
        : one,
    ),
  {
    title: 'a name with bytes that no path has',
    tar: () => archive([entry('rows/obj\u001b[31mects/000001.ndjson', '[]\n')]),
    details: unsafe(),
  },
  ...(
    [
      'link',
      'symlink',
      'character-device',
      'block-device',
      'directory',
      'fifo',
      'contiguous-file',
    ] as const
  ).map(badType),
  {
    title: 'a header of pax that renames an entry',
    tar: () => archive([{ ...types, header: { pax: { path: 'rows/objects/000001.ndjson' } } }]),
    details: unsafe('PaxHeader'),
  },
  {
    title: 'a header of pax with another size',
    tar: () => archive([{ ...types, header: { pax: { size: '5' } } }]),
    details: unsafe('PaxHeader'),
  },
  badOrder(
    'an entry that comes twice',
    [types, types],
    'rows/object_types/000001.ndjson',
    typesHeard,
  ),
  badOrder(
    'a chunk that is left out',
    [types, entry('rows/object_types/000003.ndjson', '["3","c"]\n')],
    'rows/object_types/000003.ndjson',
    typesHeard,
  ),
  badOrder(
    'tables in another order than the manifest’s',
    [objects('["1",{},1]\n'), types],
    'rows/object_types/000001.ndjson',
    ['["1",{},1]'],
  ),
  badOrder(
    'rows behind the journal',
    [entry('journal/000001.ndjson', '[1,{}]\n'), types],
    'rows/object_types/000001.ndjson',
    [],
  ),
  badOrder('files in another order than their checksums’', [two[1], two[0]], two[0].path, []),
  badOrder('a file that comes twice', [two[0], two[0]], two[0].path, []),
  badOrder('rows behind a file', [two[0], types], types.path, []),
  badOrder(
    'secrets in one that is not encrypted',
    [entry('secrets/000001.ndjson', '["objects",["1"],"data","s"]\n')],
    'secrets/000001.ndjson',
    [],
  ),
  {
    title: 'a manifest that promises secrets without encryption',
    tar: () => archive([manifest({ options: { ...manifestOf().options, secrets: 'included' } })]),
    details: inManifest('unsafe_entry'),
  },
  badOrder(
    'files that the manifest excludes',
    [manifest({ options: { ...manifestOf().options, files: false } }), file('x')],
    file('x').path,
    [],
  ),
  {
    title: 'a file with other bytes than its name says',
    tar: () => archive([{ ...file('x'), content: Buffer.from('y') }]),
    details: { reason: 'checksum', entry: file('x').path },
  },
  more('rows', { rows: 1, files: 0, bytes: 0 }, types),
  more('files', { rows: 0, files: 0, bytes: 5 }, file('x')),
  more('bytes of files', { rows: 0, files: 1, bytes: 0 }, file('x')),
]);
