import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/check.ts';
import { Box } from '../../src/credentials/box.ts';
import { withClient } from '../../src/db/client.ts';
import { opensSome } from '../../src/db/sealed-rows.ts';
import { good } from '../support/answers.ts';
import { sharedCli } from '../support/cli.ts';
import { createTestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const runCli = sharedCli();

/** The findings of doctor with this key, or without one. */
async function findings(key?: Buffer): Promise<Finding[]> {
  const env = {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: server.config.databaseUrl as string,
    ...(key ? { ENCRYPTION_KEY: key.toString('base64') } : {}),
  };
  const { stdout } = await runCli(['doctor', '--json'], env);
  for (const secret of [key, server.config.encryptionKey])
    if (secret) expect(stdout).not.toContain(secret.toString('base64'));
  return JSON.parse(stdout);
}
const find = (all: Finding[], name: string) => all.find((finding) => finding.name === name);

it('a database that was restored into a server without a fingerprint tells another key by its secrets', async () => {
  const nothing = await createTestDatabase('empty');
  const opens = async (url: string, key: Buffer) =>
    withClient(url, 'test', (client) => opensSome(client, new Box(key)));
  const own = server.config.databaseUrl as string;
  const [right, wrong] = [server.config.encryptionKey, Buffer.alloc(32, 9)];
  expect(await opens(nothing.url, wrong)).toBe(true);
  await good(api.post('/v1/webhooks', { url: 'https://shop.example/first' }));
  expect([await opens(own, right), await opens(own, wrong)]).toEqual([true, false]);
  await nothing.drop();
});

describe('insula doctor', () => {
  it('reports that a key is a different one, by fingerprints, and no passwords that fail because of that', async () => {
    const all = await findings(Buffer.alloc(32, 9));
    expect(find(all, 'encryption key')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(
        /^another ENCRYPTION_KEY: its fingerprint is ([0-9a-f]{16}), and the server knows (?!\1)[0-9a-f]{16}$/,
      ),
      advice: expect.stringContaining('insula secrets give-up'),
    });
    expect(find(all, 'login as insula_api')).toBeUndefined();
    expect(JSON.stringify(all)).not.toMatch(/password authentication failed|sets its password/);
    expect(find(all, 'migrations')?.status).toBe('ok');
  });

  it('reports that there is no key', async () => {
    expect(find(await findings(), 'encryption key')?.found).toMatch(
      /^none is set or kept in .*, and the server knows one with the fingerprint [0-9a-f]{16}$/,
    );
  });

  it('opens a secret of each kind, and names the one that it cannot', async () => {
    const hooks = [];
    for (let n = 0; n < 2; n++)
      hooks.push(await good(api.post('/v1/webhooks', { url: 'https://shop.example/hook' })));
    const { encryptionKey } = server.config;
    const before = await findings(encryptionKey);
    expect(find(before, 'encryption key')?.status).toBe('ok');
    expect(find(before, 'sealed secrets')?.found).toMatch(/^readable \([2-9] tried\)$/);

    // As a row that was damaged, or written with another key.
    await server.db.query('update app.webhooks set secret = $1 where id = $2', [
      'enc:v1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      hooks[1].id,
    ]);
    const after = find(await findings(encryptionKey), 'sealed secrets');
    expect(after?.status).toBe('failed');
    expect(after?.found).toContain(
      `not app.webhooks.secret of ${api.tenant.id} ${hooks[1].id} (webhooks.secret)`,
    );
    expect(after?.found).not.toContain(hooks[0].id);
    const tested = await good(api.post(`/v1/webhooks/${hooks[1].id}/test`));
    expect(tested.error).toContain('rotate-secret makes a new one');
  });
});
