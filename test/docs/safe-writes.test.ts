import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { blocks, page } from './pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Json = Record<string, unknown>;

/** An answer as the page shows it: `…` for anything, a member `…` for any others. */
function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…') ? expect.stringMatching(`^${value.slice(0, -1)}`) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Json;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}

it('docs/safe-writes.md shows what its lines answer, one after the other', async () => {
  const text = page('docs/safe-writes.md');
  const scripts = blocks(text, 'sh');
  const answers = blocks(text, 'json').map((block) => JSON.parse(block));
  expect(scripts.length).toBeGreaterThan(8);
  expect(answers).toHaveLength(scripts.length);

  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'first-key'), (await createTenant(server)).token);
  const lines = scripts.map((script) => `${script}\necho\n`).join('');
  const printed = await paste(lines.replaceAll('http://localhost:3000', server.url), folder);
  const got = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(got).toEqual(answers.map(shown));
});
