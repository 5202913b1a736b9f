import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type IdentityProvider, readForm, startIdentityProvider } from '../support/saml-idp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { root } from './pages.ts';

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const api = useTenant(server);
let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider(server, api.tenant.id);
});
afterAll(async () => {
  await idp.close();
});

/** The answer on the page, as a pattern: `…` for anything, a member `…` for any others. */
function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.includes('…') ? expect.stringMatching(pattern(value)) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Record<string, unknown>;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}
const pattern = (text: string) =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

/** Does what a browser does: goes to the provider, posts its form, is sent on. @returns the code */
async function browse(url: string): Promise<string> {
  const { action, fields } = readForm(await (await fetch(url)).text());
  const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' });
  const landed = new URL(answer.headers.get('location') as string);
  expect(landed.href).toMatch(/^https:\/\/app\.example\/welcome\?code=/);
  return landed.searchParams.get('code') as string;
}

it('docs/auth/saml.md shows what its lines answer, one after the other', async () => {
  const text = readFileSync(join(root, 'docs/auth/saml.md'), 'utf8')
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll('http://localhost:8080', idp.url);
  const found = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)];
  const scripts = found.filter(([, language]) => language === 'sh').map(([, , code = '']) => code);
  const answers = found
    .filter(([, language]) => language !== 'sh')
    .map(([, , code = '']) => code.trim());
  expect(answers).toHaveLength(scripts.length);
  expect(scripts.length).toBeGreaterThan(4);

  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'first-key'), api.token);
  let before = '';
  let code = '';
  for (const [index, script] of scripts.entries()) {
    const lines = script.replace('CODE=…', `CODE=${code}`);
    const printed = (await paste(`${before}${lines}`, folder)).trim();
    const answer = answers[index] as string;
    if (!answer.startsWith('{')) expect(printed).toMatch(pattern(answer));
    else {
      const got = JSON.parse(printed);
      expect(got).toEqual(shown(JSON.parse(answer)));
      if (got.data.url) code = await browse(got.data.url);
    }
    // Variables that a block has set go on.
    before += (script.match(/^(KEY|API)=.*\n/gm) ?? []).join('');
  }
});
