import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { manifestOf, sha256 } from './made.ts';

/** An entry of a tar archive, made and read by another program than the product's. */
export interface Entry {
  path: string;
  content: Buffer;
  header?: Partial<Header>;
}

export const entry = (
  path: string,
  content: string | Buffer = '',
  header: Partial<Header> = {},
): Entry => ({ path, content: Buffer.from(content), header });

export const tarOf = async (entries: Entry[]): Promise<Buffer> => {
  const tar = pack();
  const bytes = buffer(tar);
  for (const { path, content, header } of entries)
    await new Promise<void>((resolve, fail) => {
      const all = { name: path, size: content.length, ...header };
      const done = (error?: unknown) => (error ? fail(error) : resolve());
      if (content.length > 0 || !all.type) tar.entry(all, content, done);
      else tar.entry(all, done).end(Buffer.alloc(0));
    });
  tar.finalize();
  return bytes;
};

export const entriesOf = async (tar: Buffer): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const one of Readable.from([tar]).pipe(extract()))
    entries.push({ path: one.header.name, content: await buffer(one) });
  return entries;
};

export const zstd = (bytes: Buffer, params: Record<number, number> = {}): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1, ...params } });

export const unzstd = (bytes: Buffer): Buffer => zstdDecompressSync(bytes);

interface EndOf {
  entries: Array<{ path: string; bytes: number; sha256: string }>;
  row_counts: Record<string, number>;
  files: { count: number; bytes: number };
  digest: string;
}

const linesIn = (content: Buffer): number => content.toString('latin1').split('\n').length - 1;

/** `end.json` as the page describes it. */
export const endOf = (entries: Entry[], tables: string[]): EndOf => {
  const listed = entries.map(({ path, content }) => ({
    path,
    bytes: content.length,
    sha256: sha256(content),
  }));
  const row_counts = Object.fromEntries(tables.map((name) => [name, 0]));
  for (const { path, content } of entries) {
    const table = /^(?:rows\/)?([^/]+)\/\d+\.ndjson$/.exec(path)?.[1];
    if (table && table !== 'secrets')
      row_counts[table] = (row_counts[table] ?? 0) + linesIn(content);
  }
  const files = listed.filter(({ path }) => path.startsWith('files/'));
  const text = listed.map(({ path, bytes, sha256: sum }) => `${path}\0${bytes}\0${sum}\n`).join('');
  return {
    entries: listed,
    row_counts,
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    digest: createHash('sha256').update(text).digest('hex'),
  };
};

export const manifest = (changes: object = {}): Entry =>
  entry('manifest.json', JSON.stringify({ ...manifestOf(), ...changes }));

/** A whole tar archive of these entries: with a manifest unless they begin with one, and with the end that fits. */
export const archive = async (entries: Entry[], change: (end: EndOf) => object = (end) => end) => {
  const all = entries[0]?.path === 'manifest.json' ? entries : [manifest(), ...entries];
  const tables = manifestOf().tables.map(({ name }) => name);
  const end = entry('end.json', JSON.stringify(change(endOf(all, tables))));
  return tarOf([...all, end]);
};
