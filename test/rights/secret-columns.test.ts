import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** Every column and every path in JSON that may hold a secret, and how it is kept. */

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let api: TenantClient;
beforeAll(async () => {
  api = await createTenant(server);
});

const named =
  /secret|password|private_key|token|hash|api_key|credential|^env$|^headers$|request_headers/;
const columns: Record<string, string> = {
  'ai_providers.api_key': 'sealed',
  'email_domains.private_key': 'sealed',
  'email_report_keys.secret': 'sealed',
  'functions.env': 'sealed',
  'integrations.secrets': 'sealed',
  'mfa_factors.secret': 'sealed',
  'plugins.secrets': 'sealed',
  'signing_keys.private_key': 'sealed',
  'webhooks.headers': 'sealed',
  'webhooks.previous_secrets': 'sealed',
  'webhooks.secret': 'sealed',
  'api_keys.secret_hash': 'hashed',
  'auth_challenges.secret_hash': 'hashed',
  'auth_tokens.otp_hash': 'hashed',
  'auth_tokens.token_hash': 'hashed',
  'confirm_tokens.token_hash': 'hashed',
  'email_tenants.email_hash': 'hashed',
  'idempotency_keys.request_hash': 'hashed',
  'platform_keys.secret_hash': 'hashed',
  'saml_assertions.assertion_hash': 'hashed',
  'recovery_codes.code_hash': 'hashed',
  'short_urls.password_hash': 'hashed',
  'users.password_hash': 'hashed',
  'webhook_deliveries.request_headers': 'masked',
  'ai_providers.api_key_preview': 'shown: its last characters',
  'email_report_keys.secret_preview': 'shown: its last characters',
  'webhooks.secret_preview': 'shown: its last characters',
  'dashboards.share_token': 'shown: an address that is passed on',
  'journal_seals.hash': 'no secret',
  'passkeys.credential_id': 'no secret',
  'ledger_references.request_hash': 'no secret: the digest of a request',
  'ai_calls.tokens': 'no secret: a count',
  'encryption_keys.other_secrets': 'no secret: a count',
  'ai_usage.prompt_tokens': 'no secret: a count',
  'ai_usage.completion_tokens': 'no secret: a count',
};

it('every column that may hold a secret is known', async () => {
  const tables = (await appTables(server.db)).filter(({ isPartition }) => !isPartition);
  const { rows } = await server.db.query(
    `select c.relname || '.' || a.attname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.oid = any ($1::oid[])`,
    [tables.map(({ oid }) => oid)],
  );
  const found = rows.map(({ name }) => name).filter((name) => named.test(name.split('.')[1]));
  expect(found.toSorted()).toEqual(Object.keys(columns).toSorted());
});

/** Fields of requests that take a secret, and where else one goes: each has its canary below. */
const fields = /^(secret|client_secret|api_key|password|private_key|env|headers)$/;
const taking: Record<string, string> = {
  // The rules of passwords.
  'auth_config.update': 'password',
  'ai_provider.create': 'api_key',
  'ai_provider.update': 'api_key',
  'function.create': 'env',
  'function.update': 'env',
  'webhook.create': 'headers secret',
  'webhook.update': 'headers',
  'webhook.rotate_secret': 'secret',
  'short_url.create': 'password',
  'short_url.update': 'password',
  'short_url.unlock': 'password',
  'email.send': 'headers',
};

it('every field that takes a secret is known', () => {
  const found = routes.flatMap(({ id, body }) => {
    const names = Object.keys(body?.shape ?? {}).filter((name) => fields.test(name));
    return names.length > 0 ? [[id, names.join(' ')]] : [];
  });
  const ofPeople = /^(auth|user|tenant|passkey|mfa|owner|platform|operator)\b/;
  const known = found.filter(([id]) => !ofPeople.test(id as string));
  expect(Object.fromEntries(known)).toEqual(taking);
});

describe('a secret', () => {
  it('stands in no table, and in no answer', async () => {
    const canary = (name: string) => `canary-${name}-4711`;
    const url = 'http://127.0.0.1:9/x';
    const headers = { authorization: canary('header'), 'x-shop': { secret: canary('marked') } };
    const call = { type: 'webhook', config: { url, headers } };
    const auth = { type: 'header', name: 'X-Api-Key', value: canary('integration') };
    const made: [string, object][] = [
      [
        '/v1/ai-providers',
        {
          name: 'Ours',
          provider_type: 'openai_compatible',
          api_key: canary('ai'),
          config_json: { base_url: url, default_model: 'tiny' },
        },
      ],
      [
        '/v1/functions',
        {
          name: 'F',
          trigger_type: 'manual',
          code: 'export default () => 1',
          env: { A: canary('env') },
        },
      ],
      ['/v1/webhooks', { url, headers }],
      ['/v1/automations', { name: 'A', trigger_event: 'manual', actions: [call] }],
      [
        '/v1/scheduled-jobs',
        {
          name: 'J',
          cron_expression: '0 0 1 1 *',
          action_type: 'webhook',
          action_config: call.config,
        },
      ],
      [
        '/v1/workflows',
        {
          name: 'W',
          trigger: 'manual',
          initial_state: 'a',
          states: [
            { name: 'a', type: 'task', on_enter: [call], on_exit: [call] },
            { name: 'b', type: 'end' },
          ],
          transitions: [{ name: 'go', from: 'a', to: 'b', actions: [call] }],
        },
      ],
      ['/v1/integrations', { name: 'I', provider: 'http_json', config_json: { url, auth } }],
      [
        '/v1/integrations',
        {
          name: 'P',
          provider: 'postgres',
          config_json: {
            host: '127.0.0.1',
            database: 'shop',
            username: 'reader',
            password: canary('postgres'),
            query: 'select 1',
          },
        },
      ],
      [
        '/v1/plugins',
        {
          manifest_json: {
            name: 'p',
            version: '1.0.0',
            settings_schema: {
              type: 'object',
              properties: { token: { type: 'string', writeOnly: true } },
            },
          },
          config_json: { token: canary('plugin') },
        },
      ],
      ['/v1/short-urls', { url: 'https://app.example/', password: canary('short') }],
      [
        '/v1/auth-config',
        {
          oauth: { google: { enabled: true, client_id: 'id', client_secret: canary('oauth') } },
          captcha: { site_key: 'key', secret: canary('captcha') },
        },
      ],
    ];
    for (const [path, body] of made) {
      const { data, ...rest } = (await api.post(path, body)).body;
      expect([path, rest.error]).toEqual([path, undefined]);
      expect(JSON.stringify(data)).not.toContain('canary');
    }
    const lists = routes.filter(
      ({ method, path, scope, handler, produces }) =>
        method === 'GET' &&
        path.startsWith('/v1/') &&
        !path.includes(':') &&
        !produces &&
        scope !== 'platform' &&
        scope !== 'open' &&
        !(handler && scope === 'public'),
    );
    let answered = 0;
    for (const { path } of lists) {
      const { status, body } = await api.get(path);
      if (status === 200) answered++;
      expect([path, JSON.stringify(body ?? '').includes('canary')]).toEqual([path, false]);
    }
    expect(answered).toBeGreaterThan(40);
    const exported = await good(api.post('/v1/plugins/export', { name: 'ours' }));
    expect(JSON.stringify(exported)).not.toContain('canary');
    expect(await dumpTables(server.db)).not.toContain('canary');
  });

  it('of an identity provider or a captcha is not used by another client', async () => {
    const config = {
      oauth: { google: { enabled: true, client_id: 'id', client_secret: 'hush-hush' } },
      captcha: { provider: 'turnstile', site_key: 'key', secret: 'hush-hush' },
    };
    await good(api.post('/v1/auth-config', config));
    expect(
      await refusal(api.post('/v1/auth-config', { oauth: { google: { client_id: 'mine' } } })),
    ).toEqual([400, 'oauth.google.client_secret']);
    expect(
      await refusal(api.post('/v1/auth-config', { captcha: { provider: 'hcaptcha' } })),
    ).toEqual([400, 'captcha.secret']);
  });
});
