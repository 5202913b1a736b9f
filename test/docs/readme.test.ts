import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withConfiguration } from '../../src/docs/configuration.ts';
import { Event } from '../../src/groups/events/shapes.ts';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';

const server = useOwnDatabase();

/** Pastes a block where a server runs that has made its first tenant. */
async function pasteBlock(block: string): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data', 'secrets'), { recursive: true });
  const { token } = await createTenant(server);
  await writeFile(join(folder, 'data', 'first-key'), `${token}\n`);
  await writeFile(join(folder, 'data', 'secrets', 'platform-admin-key'), `${server.platformKey}\n`);
  return paste(block.replaceAll('http://localhost:3000', server.url), folder);
}

describe('README.md', () => {
  it('shows npm start and npm test alone on its first screen', () => {
    expect(blocks(page('README.md'), 'sh').slice(0, 2)).toEqual(['npm start\n', 'npm test\n']);
    const start = page('README.md').indexOf('npm test');
    expect(page('README.md').slice(0, start).split('\n').length).toBeLessThan(20);
  });

  it('has a table of the configuration as it is (npm run docs writes it)', () => {
    expect(page('README.md')).toBe(withConfiguration(page('README.md')));
  });

  it('has lines that work when pasted', async () => {
    const [first = '', ...others] = blocks(page('README.md'), 'sh').filter((code) =>
      code.includes('curl '),
    );
    expect(await pasteBlock(first)).toMatch(/^\{"success":true,"data":\[\]/);
    const [example = ''] = others;
    const answers = (await pasteBlock(example)).split('{"success":').slice(1);
    expect(answers.map((answer) => answer.slice(0, 4))).toEqual(['true', 'true', 'true', 'true']);
    expect(answers.at(-1)).toContain('"email": "ada@example.com"');
  });
});

describe('docs/operate/operations.md', () => {
  it('has lines that work when pasted', async () => {
    const curls = blocks(page('docs/operate/operations.md'), 'sh').filter((code) =>
      code.startsWith('curl '),
    );
    expect(curls).toHaveLength(1);
    expect(await pasteBlock(curls[0] as string)).toContain('insula_http_request_seconds');
  });
});

describe('docs/data/aggregate.md', () => {
  it('has lines that work when pasted, and answer as shown', async () => {
    const [block = ''] = blocks(page('docs/data/aggregate.md'), 'sh');
    const answers = (await pasteBlock(block)).split('{"success":').slice(1);
    expect(answers.map((answer) => answer.slice(0, 4))).toEqual(Array(7).fill('true'));
    const last = JSON.parse(`{"success":${answers.at(-1)}`);
    expect(last.data).toEqual(
      JSON.parse(blocks(page('docs/data/aggregate.md'), 'json')[0] as string),
    );
  });
});

describe('docs/operate/operations.md on the journal', () => {
  it('has queries that work', async () => {
    const queries = blocks(page('docs/operate/operations.md'), 'sql').filter((sql) =>
      /^select/.test(sql),
    );
    expect(queries.length).toBe(2);
    for (const query of queries) await server.db.query(query);
  });
});

describe('docs/data/changes.md', () => {
  it('has lines that work when pasted', async () => {
    const curls = blocks(page('docs/data/changes.md'), 'sh');
    expect(curls.length).toBe(3);
    const answers = [];
    for (const block of curls)
      answers.push(...(await pasteBlock(block)).split('{"success":').slice(1));
    expect(answers.map((answer) => answer.slice(0, 4))).toEqual(answers.map(() => 'true'));
    expect(answers).toHaveLength(7);
    expect(answers[4]).toContain('"event_type" : "signup"');
    expect(answers[6]).toContain('"valid" : true');
  });

  it('shows an event as it is', () => {
    const [example = ''] = blocks(page('docs/data/changes.md'), 'json');
    const event = JSON.parse(example);
    expect(Event.strict().parse(event)).toEqual(event);
  });
});
