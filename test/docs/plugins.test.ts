import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';
import { walk } from './walk.ts';

const path = 'docs/connect/plugins.md';
const server = useOwnDatabase({ WORKER: 'on' });

it(`${path} shows what its lines answer, one after the other`, async () => {
  await walk(path, server);
});

it(`${path} shows what its commands print`, async () => {
  const folder = await temporaryFolder();
  const api = await createTenant(server);
  await mkdir(join(folder, 'data'));
  const [manifest = ''] = blocks(page(path), 'yaml');
  const file = join(folder, 'library.yaml');
  await writeFile(file, manifest);
  const shown = blocks(page(path), 'text');
  const typed = blocks(page(path), 'bash');
  expect(typed).toHaveLength(2);
  for (const [index, lines] of typed.entries()) {
    let printed = '';
    for (const line of lines.trim().split('\n')) {
      const args = line.replace('npx insula ', '').replace('library.yaml', file).split(' ');
      const ran = await runCli([...args, '--url', server.url, '--token', api.token]);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      printed += ran.stdout;
    }
    expect(printed.trim()).toBe(shown[index]?.trim());
  }
  const { body } = await api.post('/v1/objects/loans', { properties: { book: 'Emma' } });
  expect(body.data.properties).toEqual({ book: 'Emma' });
});
