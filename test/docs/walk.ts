import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { TestServer } from '../support/server.ts';
import { blocks, page } from './pages.ts';

type Json = Record<string, unknown>;

/** An answer as a page shows it: `…` for anything, a member `…` for any others. */
function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…') ? expect.stringMatching(`^${value.slice(0, -1)}`) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Json;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}

/**
 * Pastes the lines of a page, one after the other, beside a server with a tenant of its own. Each block of `sh` prints
 * one line, which the block of `json` after it shows.
 * @param edit puts in what a reader would copy from elsewhere, such as a mail
 * @param prepare puts files into the folder that the lines run in
 * @param slug of the tenant, where the page names it
 */
export async function walk(
  path: string,
  server: TestServer,
  edit = (lines: string) => lines,
  prepare = async (_folder: string): Promise<void> => {},
  slug?: string,
): Promise<void> {
  const text = page(path);
  const scripts = blocks(text, 'sh');
  const answers = blocks(text, 'json').map((block) => JSON.parse(block));
  expect(scripts.length).toBeGreaterThan(4);
  expect(answers).toHaveLength(scripts.length);

  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(
    join(folder, 'data', 'first-key'),
    (await createTenant(server, slug ? { slug } : {})).token,
  );
  await prepare(folder);
  const lines = edit(scripts.map((script) => `${script}\necho\n`).join(''));
  const printed = await paste(lines.replaceAll('http://localhost:3000', server.url), folder);
  const got = printed
    .trim()
    .split(/\n+/)
    .map((line) => JSON.parse(line));
  expect(got).toEqual(answers.map(shown));
}
