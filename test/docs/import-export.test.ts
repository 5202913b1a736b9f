import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';

const server = useServer();

it('docs/data/import-export.md has lines that work when pasted', async () => {
  const folder = await temporaryFolder();
  const api = await createTenant(server);
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'first-key'), `${api.token}\n`);
  const [block = ''] = blocks(page('docs/data/import-export.md'), 'sh');
  const output = await paste(block.replaceAll('http://localhost:3000', server.url), folder);
  const answers = output.split('{"success":').slice(1);
  expect(answers.map((answer) => answer.slice(0, 4))).toEqual(['true', 'true', 'true']);
  const { body } = await api.get('/v1/data/exports');
  const file = await api.get(body.data.results[0].download_url);
  expect(file.body).toMatch(/^id,name,email,born,created_at,/);
  expect(file.body).toContain(',Alan,alan@example.com,1912-06-23,');
});
