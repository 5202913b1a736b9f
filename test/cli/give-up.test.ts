import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { readSecret } from '../../src/ground/machine/secrets.ts';
import { createLog } from '../../src/pulse/log.ts';
import { blocks, page } from '../docs/pages.ts';
import { good, refusal } from '../support/answers.ts';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { type Listener, listen } from '../support/listen.ts';
import { insula } from '../support/process.ts';
import { type SeededSecrets, seedSecrets } from '../support/seed-secrets.ts';
import type { TestServer } from '../support/server.ts';
import { startedFolder } from '../support/started-folder.ts';
import { codeOf } from '../support/totp.ts';
import { until } from '../support/until.ts';
import { signIn, signUp } from '../support/users.ts';

let receiver: Listener;
beforeAll(async () => {
  receiver = await listen({ 'POST /hook': () => ({}) });
});
afterAll(() => receiver.close());

const env = { TRUSTED_PROXIES: 'loopback', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
const log = createLog({ logLevel: 'silent' } as never);

/** A server on a DATA_DIR until `work` is done. */
async function serving<T>(DATA_DIR: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const run = insula(['start'], { DATA_DIR, PORT: '0', LOG_LEVEL: 'warn', ...env });
  const [, url] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  const platformKey = readSecret(DATA_DIR, 'platform-admin-key') as string;
  try {
    return await work({ url, platformKey, db: {} } as TestServer);
  } finally {
    run.child.kill('SIGTERM');
    await run.exit();
  }
}

/** The command until it waits for a lock that `holder` has; killed then, as a machine that fails would. */
async function killedInside(
  args: string[],
  given: Record<string, string>,
  holder: pg.Client,
  db: pg.Client,
): Promise<void> {
  const run = insula(args, given);
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
  await until(
    async () => (await db.query(waiting, [rows[0].pid])).rowCount,
    (count) => count === 1,
  );
  run.child.kill('SIGKILL');
  await run.exit();
}

const giveUp = (DATA_DIR: string, ...more: string[]) =>
  runCli(['secrets', 'give-up', ...more], { DATA_DIR });
const hasKey = async (dataDir: string) =>
  (await readdir(join(dataDir, 'secrets'))).includes('encryption-key');

/** The commands of insula in docs/operate/secrets.md, as they stand there; its other lines are run by test/docs/secrets. */
const commands = blocks(page('docs/operate/secrets.md'), 'sh').flatMap((block) =>
  [...block.matchAll(/^npx insula (.+)$/gm)].map(([, command]) => command as string),
);

describe('insula secrets give-up', () => {
  it('has nothing to give up where the key opens everything, and refuses while Insula runs', async () => {
    const DATA_DIR = await startedFolder();
    const { stdout } = await giveUp(DATA_DIR);
    expect(stdout).toMatch(
      /fingerprint [0-9a-f]{16}\), and it opens every secret: there is nothing/,
    );
    await serving(DATA_DIR, async () => {
      const { token } = JSON.parse((await giveUp(DATA_DIR, '--json')).stdout);
      const { code, stderr } = await giveUp(DATA_DIR, '--yes', token);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('stop every process of it first'),
      ]);
    });
  });

  it('lists what is lost, gives it up although it is killed in the middle, and all can be set again', async () => {
    const DATA_DIR = await startedFolder();
    const url = `${receiver.url}/hook`;
    let api = {} as TenantClient;
    let seeded = {} as SeededSecrets;
    let plain = {} as Awaited<ReturnType<typeof signUp>>;
    await serving(DATA_DIR, async (server) => {
      api = await createTenant(server, { slug: 'acme' });
      plain = await signUp(api);
      seeded = await seedSecrets(api, url);
    });
    await rm(join(DATA_DIR, 'secrets', 'encryption-key'));

    // The first step: it changes nothing, and makes no key.
    expect(commands).toEqual([
      'secrets give-up',
      expect.stringMatching(/^secrets give-up --yes \d+-[0-9a-f]{8}$/),
      'doctor',
    ]);
    const first = await giveUp(DATA_DIR);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /Yours: not set\. A new one is made, and kept in .*encryption-key/,
    );
    for (const line of [
      /signing keys of access tokens +1 +- /,
      /secrets of webhooks +1 +acme /,
      /values of env of functions +2 +acme /,
      /authenticator apps of users +1 +acme /,
      /secret headers of webhooks +2 +acme /,
      /2 sessions end/,
    ])
      expect(first.stdout).toMatch(line);
    const token = /--yes (\S+)/.exec(first.stdout)?.[1] as string;
    const listed = JSON.parse((await giveUp(DATA_DIR, '--json')).stdout);
    expect(listed).toMatchObject({ token, sessions: 2, known: expect.stringMatching(/^\w{16}$/) });
    expect(listed.count).toBe(
      listed.losses.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    );
    expect(await hasKey(DATA_DIR)).toBe(false);
    const wrong = await giveUp(DATA_DIR, '--yes', '1-00000000');
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('Look at the list again'),
    ]);
    expect(await hasKey(DATA_DIR)).toBe(false);

    // The second step, killed when it has come to the functions.
    const embedded = await startEmbedded({ dataDir: DATA_DIR, log });
    const clients = [0, 1].map(
      () => new pg.Client({ connectionString: withRole(embedded.ownerUrl, 'insula_owner') }),
    );
    const [holder, db] = clients as [pg.Client, pg.Client];
    try {
      await Promise.all(clients.map((client) => client.connect()));
      await holder.query('begin');
      await holder.query('select from app.functions for update');
      await killedInside(['secrets', 'give-up', '--yes', token], { DATA_DIR }, holder, db);
      await holder.query('rollback');
      const secrets = async () =>
        (await db.query('select w.secret, f.env from app.webhooks w, app.functions f')).rows[0];
      expect(await secrets()).toMatchObject({
        secret: 'enc:v1:lost',
        env: { A: expect.stringMatching(/^enc:v1:.{20}/) },
      });
      // Nothing starts in between, neither with the key that was made nor with another one.
      const between = insula(['start'], { DATA_DIR, PORT: '0', DATABASE_URL: embedded.ownerUrl });
      expect(await between.exit()).toBe(1);
      expect(between.output()).toContain('This is another ENCRYPTION_KEY');

      const done = await giveUp(DATA_DIR, '--yes', token);
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(done.stdout).toContain('secrets were given up. The server knows the ENCRYPTION_KEY');
      expect(await secrets()).toMatchObject({ secret: 'enc:v1:lost', env: { A: 'enc:v1:lost' } });
      expect((await giveUp(DATA_DIR)).stdout).toContain('there is nothing to give up');
      const again = await giveUp(DATA_DIR, '--yes', token);
      expect(again.stderr).toContain('Look at the list again');
    } finally {
      await Promise.all(clients.map((client) => client.end()));
      await embedded.stop();
    }
    await serving(DATA_DIR, async (server) => {
      const now = { ...api, ...createClient(server, api.token), token: api.token };
      await usedAgain(now, seeded, plain, url);
    });
    const doctor = await runCli(['doctor'], { DATA_DIR });
    expect(doctor.stdout).not.toContain('✗');
  });
});

/** Each feature says that its secret is lost, and works when it is set again. */
async function usedAgain(
  api: TenantClient,
  seeded: SeededSecrets,
  plain: Awaited<ReturnType<typeof signUp>>,
  url: string,
): Promise<void> {
  const lost = [409, 'SECRET_LOST'];
  const get = async (path: string) => good(api.get(path));

  // Sign-in at others, captchas.
  const settings = await get('/v1/auth-config');
  expect([settings.oauth.google.client_secret, settings.captcha.secret]).toEqual([
    '•••• lost',
    '•••• lost',
  ]);
  const stranger = { email: 'new@example.com', password: 'correct horse battery' };
  expect(
    await refusal(api.post('/v1/auth/signup', { ...stranger, turnstile_token: 'token' })),
  ).toEqual(lost);
  await good(api.post('/v1/auth-config', { captcha: null, oauth: { google: null } }));

  // Signing in works; what was signed before does not.
  expect((await signIn(api, plain)).user.id).toBe(plain.user.id);
  expect((await api.as(plain.session.access_token).get('/v1/auth/user')).status).toBe(401);
  const { refresh_token } = plain.session;
  expect((await api.post('/v1/auth/refresh', { refresh_token })).status).toBe(401);

  // A lost second factor lets no one past; a recovery code does.
  const { email, password, factor } = seeded;
  const asked = await api.post('/v1/auth/signin', { email, password });
  expect(asked.body.error).toMatchObject({
    code: 'MFA_REQUIRED',
    details: { factors: [{ id: factor.id }] },
  });
  const { mfa_token } = asked.body.error.details;
  const code = { mfa_token, factor_id: factor.id, code: codeOf(factor) };
  expect(await refusal(api.post('/v1/auth/mfa/verify', code))).toEqual(lost);
  const recovered = await good(
    api.post('/v1/auth/mfa/recovery-codes/verify', { mfa_token, code: seeded.recoveryCode }),
  );
  const user = api.as(recovered.access_token);
  expect((await good(user.get('/v1/auth/mfa'))).factors).toMatchObject([{ status: 'lost' }]);
  await good(user.delete(`/v1/auth/mfa/${factor.id}`));
  await good(user.post('/v1/auth/mfa/enroll', {}));

  // Webhooks: nothing goes out unsigned.
  const hook = `/v1/webhooks/${seeded.webhook}`;
  expect(await get(hook)).toMatchObject({
    status: 'active',
    secret_preview: '•••• lost',
    headers: { authorization: '•••• lost', 'x-shop': '•••• lost' },
  });
  const before = receiver.requests.length;
  const tested = await good(api.post(`${hook}/test`));
  expect(tested.error).toContain('rotate-secret makes a new one');
  expect(receiver.requests.length).toBe(before);
  await good(api.post(`${hook}/rotate-secret`));
  expect((await good(api.post(`${hook}/test`))).error).toContain(
    'A secret header cannot be opened',
  );
  expect(
    await refusal(api.patch(hook, { url: `${url}?b`, headers: { authorization: '•••• lost' } })),
  ).toEqual([400, 'headers.authorization']);
  await good(api.patch(hook, { headers: { authorization: 'Bearer again-4711' } }));
  expect(await good(api.post(`${hook}/test`))).toEqual({ status_code: 200 });
  expect(receiver.requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer again-4711',
    'webhook-signature': expect.stringMatching(/^v1,\S+$/),
  });

  // Functions.
  const made = `/v1/functions/${seeded.function}`;
  expect((await get(made)).env).toEqual({ A: '•••• lost', B: '•••• lost' });
  const failed = await api.post(`${made}/execute`, {});
  expect([failed.status, failed.body.error.message]).toEqual([
    400,
    expect.stringContaining('was lost with the ENCRYPTION_KEY'),
  ]);
  await good(api.patch(made, { env: { A: 'again', B: null } }));
  expect((await good(api.post(`${made}/execute`, {}))).output).toBe('again');

  // Models.
  expect((await get(`/v1/ai-providers`))[0].api_key_preview).toBe('•••• lost');
  const chat = { provider_id: seeded.provider, message: 'Hello', max_tokens: 10 };
  expect(await refusal(api.post('/v1/ai/chat', chat))).toEqual(lost);

  // Integrations.
  const source = `/v1/integrations/${seeded.integration}`;
  const { config_json } = await get(source);
  expect(config_json.auth.value).toBe('•••• lost');
  expect(await refusal(api.patch(source, { config_json }))).toEqual([
    400,
    'config_json.auth.value',
  ]);
  config_json.auth.value = 'again-and-again';
  await good(api.patch(source, { config_json }));
  expect(await refusal(api.as(undefined).post(`/hooks/${seeded.inbox}`, {}))).toEqual(lost);
  await good(api.post(`/v1/integrations/${seeded.inbox}/rotate-secret`));
  expect((await api.as(undefined).post(`/hooks/${seeded.inbox}`, {})).status).toBe(403);

  // Plugins.
  const plugin = `/v1/plugins/${seeded.plugin}`;
  expect((await get(plugin)).config_json).toEqual({ token: '•••• lost' });
  expect(await refusal(api.patch(plugin, { enabled: true }))).toEqual(lost);
  await good(api.patch(plugin, { config_json: { token: 'again-and-again' } }));
  await good(api.patch(plugin, { enabled: true }));

  // Emails.
  const domain = '/v1/email/domains/shop.example';
  expect((await get(domain)).verified).toBe(false);
  expect(await refusal(api.post(`${domain}/verify`))).toEqual(lost);
  await good(api.post('/v1/email/report-secret'));
}
