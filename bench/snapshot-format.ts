/** Writing and reading the format of snapshots by itself: no database, to and from memory. */
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Manifest, SnapshotSource } from '../src/snapshot/format.ts';
import { readSnapshot } from '../src/snapshot/read.ts';
import { writeSnapshot } from '../src/snapshot/write.ts';

const count = 200_000;
const columns = ['id', 'properties', 'created_at', 'version'];
const tables = [
  { name: 'objects', columns, key: ['id'] },
  { name: 'journal', columns, key: ['id'] },
];
const known = () => new Map(tables.map((table) => [table.name, new Set(table.columns)]));

const manifest: Manifest = {
  format: 'insula-snapshot/1',
  reader: 1,
  service_version: '1.1.0',
  schema_version: '000054',
  snapshot_at: '2026-11-28T00:00:00+00:00',
  feed_place: '0',
  source: { installation_id: 'bench', region: null },
  tenant: {
    id: 'bench',
    name: 'Bench',
    slug: null,
    created_at: '2026-11-28T00:00:00+00:00',
    branding: {},
  },
  options: { data: 'all', files: false, journal_from: 'all', secrets: 'left_out', masked: false },
  tables,
};

const row = (index: number): string => {
  const properties = `{"city": "City ${index % 100}", "note": "${randomBytes(60).toString('base64')}", "price": ${index}.25, "tags": ["a", "b"], "open": true}`;
  return `["obj_${randomBytes(12).toString('hex')}", ${properties}, "2026-11-28T00:00:00.${index}+00:00", 1]\n`;
};

interface Cost {
  perSecond: number;
  megabytes: number;
}

/** By time of the processor, of all threads: other work on the machine does not count. */
const costOf = async (bytes: number, work: () => Promise<unknown>): Promise<Cost> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  return { perSecond: count / seconds, megabytes: bytes / seconds / 1e6 };
};

const written = ({ perSecond, megabytes }: Cost): string =>
  `${Math.round(perSecond)} rows, ${Math.round(megabytes)} MB a second of the processor`;

type Report = (what: string, measured: number, goal: number, sign: '>=', detail: string) => void;

export async function measureSnapshotFormat(report: Report): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => row(index));
  const pieces: Buffer[] = [];
  for (let at = 0; at < count; at += 1000)
    pieces.push(Buffer.from(lines.slice(at, at + 1000).join('')));
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const none = () => Readable.from([]);
  const source: SnapshotSource = {
    manifest,
    rows: () => Readable.from(pieces),
    journal: none,
    secrets: none,
    files: none,
  };
  const identity = await generateX25519Identity();
  const recipients = [await identityToRecipient(identity)];
  for (const how of ['plain', 'encrypted']) {
    const lock = how === 'plain' ? undefined : { recipients };
    let file = Buffer.alloc(0);
    const writing = await costOf(bytes, async () => {
      const to = new PassThrough();
      [file] = await Promise.all([buffer(to), writeSnapshot(source, { to, lock })]);
    });
    const reading = await costOf(bytes, () =>
      readSnapshot(Readable.from([file]), { known, unlock: { identities: [identity] } }),
    );
    report(`write ${how} rows`, writing.perSecond, 20_000, '>=', written(writing));
    report(`read ${how} rows`, reading.perSecond, 20_000, '>=', written(reading));
  }
}
