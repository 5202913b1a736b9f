import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as limits from '../../src/snapshot/limits.ts';
import { blocks, page } from '../docs/pages.ts';
import { temporaryFolder } from '../support/folder.ts';
import { entriesOf, unzstd } from './support/archives.ts';
import { type Content, sourceOf, write } from './support/made.ts';

const run = promisify(execFile);
const text = page('docs/operate/snapshot-format.md');
const content: Content = {
  rows: { object_types: ['["1", "a"]'], objects: ['["1", {"ü": "\\u0000"}, 1]', '["2", {}, 1]'] },
  journal: ['[1, {}]', '[2, {}]', '[3, {}]'],
  secrets: [],
  files: [Buffer.from('hello'), Buffer.alloc(0), Buffer.alloc(1000, 'x')],
};

describe('the page of the snapshot format', () => {
  it('has a reader that reads what is written, and finds a changed byte', async () => {
    const folder = await temporaryFolder();
    const [reader, path] = [join(folder, 'reader.mjs'), join(folder, 'acme.insula')];
    await writeFile(reader, blocks(text, 'js').join('\n'));
    const { file } = await write(sourceOf(content));
    await writeFile(path, file);
    const { stdout } = await run(process.execPath, [reader, path]);
    expect(JSON.parse(stdout)).toEqual({
      tenant: 'Acme',
      rows: { object_types: 1, objects: 2, tenant_settings: 0, journal: 3 },
      files: { count: 3, bytes: 1005 },
    });
    file[file.length - 10] = (file[file.length - 10] as number) ^ 1;
    await writeFile(path, file);
    await expect(run(process.execPath, [reader, path])).rejects.toThrow();
  });

  it('lists the entries in their order, and the members of the manifest', async () => {
    const { file } = await write(sourceOf(content));
    const entries = await entriesOf(unzstd(file));
    const kinds = [...new Set(entries.map(({ path }) => path.split('/')[0] as string))];
    const listed = [...text.matchAll(/^\| `(manifest|rows|journal|secrets|files|end)\b/gm)];
    expect(listed.map(([, kind]) => kind)).toEqual([
      ...['manifest', 'rows', 'journal', 'secrets', 'files', 'end'],
    ]);
    expect(kinds).toEqual(['manifest.json', 'rows', 'journal', 'files', 'end.json']);
    const members = Object.keys(JSON.parse(String(entries[0]?.content)));
    for (const member of members) expect(text).toContain(`| \`${member}\` |`);
  });

  it('has the limits of the code', () => {
    const mebibyte = 1024 * 1024;
    expect(text).toContain(`1 to ${limits.rowsPerChunk.toLocaleString('en')} rows`);
    expect(text).toContain(
      `at most ${limits.chunkBytes / mebibyte} MiB. A row that is larger has a chunk of its own, of at most ${limits.rowBytes / mebibyte} MiB. A row has at most ${limits.nesting} levels`,
    );
    expect(text).toContain(`A chunk has at most ${limits.secretsBytes / mebibyte} MiB`);
    expect(text).toContain(`window of at most ${limits.windowBytes / mebibyte} MiB`);
    expect(text).toContain(`reads up to ${limits.scryptFactor}.`);
    expect(text).toContain(`up to ${limits.tailBytes / 512} are allowed`);
    expect(text).toContain(`more than ${limits.mostEntries.toLocaleString('en')} entries`);
    const { totalBytes, freeBytes, ratio } = limits.readLimits;
    expect(text).toContain(`${totalBytes / mebibyte / 1024} GiB unpacked`);
    expect(text).toContain(`${freeBytes / mebibyte} MiB and ${ratio} times`);
  });
});
