import { beforeEach, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

/** A stored secret is for an address and an identity: with another one it must be sent again, for every caller. */

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const secret = 'canary-of-the-owner-4711';
const theirs = 'http://127.0.0.1:9/theirs';
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

describe('the key of an AI provider', () => {
  const provider = {
    name: 'Ours',
    provider_type: 'openai_compatible',
    api_key: secret,
    config_json: { base_url: 'http://127.0.0.1:9/v1', default_model: 'tiny' },
  };

  it('is sent nowhere else, as nothing else', async () => {
    const { id, config_json } = await good(api.post('/v1/ai-providers', provider));
    const path = `/v1/ai-providers/${id}`;
    for (const body of [
      { config_json: { ...config_json, base_url: theirs } },
      { config_json: { ...config_json, base_url: 'http://127.0.0.1:9/v2' } },
      { config_json: { default_model: 'tiny' }, provider_type: 'openai' },
      { provider_type: 'anthropic' },
    ])
      expect(await refusal(api.patch(path, body))).toEqual([400, 'api_key']);
    await good(api.patch(path, { config_json: { ...config_json, default_model: 'other' } }));
    const moved = { config_json: { base_url: theirs }, api_key: 'another-key-0815' };
    await good(api.patch(path, moved));
  });

  it('is used only as directed by those who may do all that its author may', async () => {
    const small = await api.withKey(['ai', 'read', 'write']);
    const { id, config_json } = await good(api.post('/v1/ai-providers', provider));
    const changed = { config_json: { ...config_json, default_model: 'mine' } };
    expect(await refusal(small.patch(`/v1/ai-providers/${id}`, changed))).toEqual([403, 'api_key']);
    const own = await good(small.post('/v1/ai-providers', provider));
    expect(await refusal(api.patch(`/v1/ai-providers/${own.id}`, { api_key: secret }))).toEqual([
      403,
      'api_key',
    ]);
  });
});

describe('the secrets of an integration', () => {
  const header = { type: 'header', name: 'X-Api-Key', value: secret };
  const url = 'http://127.0.0.1:9/orders';
  const base = { host: '127.0.0.1', database: 'shop', username: 'reader', password: secret };
  const postgres = { ...base, query: 'select 1' };
  const basic = { type: 'basic', username: 'shop', password: secret };
  it.each([
    ['postgres', postgres, { query: 'select * from salaries' }, 'password'],
    ['postgres', postgres, { username: 'postgres' }, 'password'],
    ['postgres', postgres, { database: 'payroll' }, 'password'],
    ['postgres', postgres, { port: 6432 }, 'password'],
    ['postgres', postgres, { tls: 'off' }, 'password'],
    ['http_json', { url, auth: header }, { url: 'http://127.0.0.1:9/salaries' }, 'auth.value'],
    ['http_json', { url, auth: header }, { url: `${url}?all=true` }, 'auth.value'],
    ['http_json', { url, auth: header }, { auth: { ...header, name: 'X-Seen' } }, 'auth.value'],
    ['http_json', { url, auth: header }, { push: { url } }, 'auth.value'],
    ['http_json', { url, auth: basic }, { auth: { ...basic, username: 'root' } }, 'auth.password'],
    ['csv_url', { url, auth: header }, { url: 'http://127.0.0.1:9/b.csv' }, 'auth.value'],
  ])('of %s are not for %j with %j', async (provider, config, change, path) => {
    const made = await good(
      api.post('/v1/integrations', { name: 'x', provider, config_json: config }),
    );
    const merged = { ...made.config_json, ...change } as Record<string, unknown>;
    // As the API shows it: masked.
    if ('auth' in change) merged.auth = { ...change.auth, ...mask(made.config_json.auth) };
    const one = `/v1/integrations/${made.id}`;
    expect(await refusal(api.patch(one, { config_json: merged }))).toEqual([
      400,
      `config_json.${path}`,
    ]);
    await good(api.patch(one, { config_json: made.config_json }));
  });

  const mask = ({ value, password }: Record<string, string>) =>
    value === undefined ? { password } : { value };

  it('are used only as directed by those who may do all that their author may', async () => {
    await good(api.post('/v1/object-types', { name: 'open' }));
    const small = await api.withKey(['read', 'write']);
    const made = await good(
      api.post('/v1/integrations', { name: 'x', provider: 'postgres', config_json: postgres }),
    );
    const one = `/v1/integrations/${made.id}`;
    const { status } = await small.patch(one, { object_type_id: 'open' });
    expect(status).toBe(403);
    await good(api.patch(one, { object_type_id: 'open' }));
  });
});

describe('the secrets of a plugin', () => {
  const schema = (token: object) => ({
    type: 'object',
    properties: { token, address: { type: 'string' } },
  });
  const hidden = { type: 'string', writeOnly: true };
  const manifest = (token: object, more: object = {}) => ({
    name: 'evil',
    version: '1.0.0',
    settings_schema: schema(token),
    ...more,
  });
  const install = (more: object = {}) =>
    good(
      api.post('/v1/plugins', {
        manifest_json: manifest(hidden, more),
        config_json: { token: secret, address: 'https://example.com/a' },
      }),
    );

  it('are dropped, never shown, when a manifest calls them secrets no more', async () => {
    const { id, config_json } = await install();
    const one = `/v1/plugins/${id}`;
    const shown = manifest({ type: 'string' });
    expect(await refusal(api.patch(one, { manifest_json: shown, config_json }))).toEqual([
      400,
      'config_json.token',
    ]);
    const after = await good(api.patch(one, { manifest_json: shown }));
    expect(after.config_json).toEqual({ address: 'https://example.com/a' });
    const { rows } = await server.db.query(
      `select count(*)::int as n from app.journal j where tenant_id = $1 and j::text like $2`,
      [api.tenant.id, `%${secret}%`],
    );
    expect(rows[0].n).toBe(0);
  });

  it('go to no other address that a setting names', async () => {
    const permissions = ['webhooks:manage', 'objects:read'];
    const url = { $setting: 'address' };
    const headers = { 'x-token': { $setting: 'token' } };
    const { id, config_json } = await install({
      permissions,
      webhooks: [{ description: 'h', url, headers }],
    });
    const moved = { ...config_json, address: 'https://evil.example.com/' };
    expect(await refusal(api.patch(`/v1/plugins/${id}`, { config_json: moved }))).toEqual([
      400,
      'config_json.token',
    ]);
  });

  it.each([
    [{ type: 'object', properties: { a: hidden } }],
    [{ allOf: [hidden] }],
    [{ type: 'array', items: hidden }],
  ])('stand at the top of the settings: %j', async (token) => {
    expect(await refusal(api.post('/v1/plugins', { manifest_json: manifest(token) }))).toEqual([
      400,
      'manifest_json.settings_schema',
    ]);
  });
});
