import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { stepBegin } from '../support/totp.ts';
import { useServer } from '../support/use-server.ts';
import { blocks, root } from './pages.ts';

const server = useServer();

type Json = Record<string, unknown>;

/** An answer as the page shows it: `…` for anything, a member `…` for any others. */
function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…')
      ? expect.stringMatching(`^${RegExp.escape(value.slice(0, -1))}`)
      : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Json;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}

/** An authenticator app that gives another code each time, as if one had waited for it: a step early, now, a step late. */
const oathtool = `#!/bin/sh
n=$(cat steps 2>/dev/null || echo -1)
echo $((n + 1)) > steps
exec "${process.execPath}" --input-type=module -e "
import { generateSync } from '${import.meta.resolve('otplib')}';
console.log(generateSync({ secret: '$3', epoch: Math.floor(Date.now() / 1000) + $n * 30 }))"
`;

it('docs/auth/mfa.md shows what its lines answer, one after the other', async () => {
  const text = readFileSync(join(root, 'docs/auth/mfa.md'), 'utf8');
  const scripts = blocks(text, 'sh');
  const answers = blocks(text, 'json').map((block) => JSON.parse(block));
  expect(scripts.length).toBeGreaterThan(10);
  expect(answers).toHaveLength(scripts.length);

  const folder = await temporaryFolder();
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'first-key'), (await createTenant(server)).token);
  await writeFile(join(folder, 'oathtool'), oathtool);
  await chmod(join(folder, 'oathtool'), 0o755);
  const lines = scripts.map((script) => `${script}\necho\n`).join('');
  await stepBegin();
  const printed = await paste(
    `PATH="$PWD:$PATH"\n${lines.replaceAll('http://localhost:3000', server.url)}`,
    folder,
  );
  const got = printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  expect(got).toEqual(answers.map(shown));
});
