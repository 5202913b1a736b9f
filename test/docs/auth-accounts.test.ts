import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { blocks, root } from './pages.ts';

const server = useServer();

type Json = Record<string, unknown>;

/** An answer as the page shows it: `…` for anything, a member `…` for any others. */
function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…') ? expect.stringContaining(value.slice(0, -1)) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Json;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}

it('docs/auth/accounts.md shows what its lines answer, one after the other', async () => {
  const text = readFileSync(join(root, 'docs/auth/accounts.md'), 'utf8').replaceAll(
    'http://localhost:3000',
    server.url,
  );
  const scripts = blocks(text, 'sh');
  const answers = blocks(text, 'json').map((block) => JSON.parse(block));
  expect(scripts.length).toBeGreaterThan(10);
  expect(answers).toHaveLength(scripts.length);
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'first-key'), (await createTenant(server)).token);
  const printed = await paste(scripts.map((script) => `${script}\necho\n`).join(''), folder);
  const got = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(got).toEqual(answers.map(shown));
});
