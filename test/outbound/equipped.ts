import { expect } from 'vitest';
import { createTenant } from '../support/api.ts';
import type { Listener } from '../support/listen.ts';
import type { TestServer } from '../support/server.ts';

type Json = Record<string, unknown>;

/** The paths of a receiver that stands for all servers that speak HTTP. */
const paths = ['hook', 'action', 'job', 'texts', 'fetched', 'queued', 'pushed', 'captcha'];
export const answers = Object.fromEntries([
  ...paths.map((path) => [`POST /${path}`, () => ({ taken: true })]),
  ['GET /source', () => [{ code: 'c1' }]],
]);

export const made = async (answer: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([expect.toBeOneOf([200, 201, 202]), undefined]);
  // biome-ignore lint/suspicious/noExplicitAny: each record has its own
  return body.data as any;
};

/** A tenant that has everything set up that calls other servers. */
export async function equipped(server: TestServer, receiver: Listener) {
  const api = await createTenant(server);
  const at = (path: string) => `${receiver.url}/${path}`;
  await made(api.post('/v1/object-types', { name: 'things' }));
  await made(
    api.post('/v1/object-types/things/properties', {
      name: 'code',
      data_type: 'string',
      is_unique: true,
    }),
  );
  const webhook = await made(api.post('/v1/webhooks', { url: at('hook'), events: ['custom.*'] }));
  const action = { type: 'webhook', config: { url: at('action') } };
  const automation = await made(
    api.post('/v1/automations', {
      name: 'calls',
      trigger_event: 'custom.begun',
      actions: [action],
    }),
  );
  const job = await made(
    api.post('/v1/scheduled-jobs', {
      name: 'calls',
      cron_expression: '0 3 * * *',
      action_type: 'webhook',
      action_config: { url: at('job') },
    }),
  );
  const fetching = (path: string) => ({
    code: `export default async (_, ctx) => (await ctx.fetch('${at(path)}', { method: 'POST' })).status`,
    allowed_hosts: ['127.0.0.1'],
  });
  const called = await made(api.post('/v1/functions', { name: 'called', ...fetching('fetched') }));
  const queued = await made(api.post('/v1/functions', { name: 'queued', ...fetching('queued') }));
  const integration = await made(
    api.post('/v1/integrations', {
      name: 'source',
      provider: 'http_json',
      object_type_id: 'things',
      config_json: { url: at('source') },
      mapping: [{ from: 'code', to: 'code' }],
      sync_direction: 'inbound',
    }),
  );
  const provider = await made(
    api.post('/v1/ai-providers', {
      name: 'models',
      provider_type: 'openai',
      api_key: 'sk-0123456789',
      config_json: { base_url: at('models'), embedding_model: 'small' },
    }),
  );
  return { api, webhook, automation, job, called, queued, integration, provider };
}
export type Equipped = Awaited<ReturnType<typeof equipped>>;

/** Sets off one of each that is queued. */
export async function setOff(
  server: TestServer,
  { api, job, queued, integration }: Equipped,
  text: string,
): Promise<void> {
  await made(api.post('/v1/events', { event_type: 'begun' }));
  await made(api.post(`/v1/functions/${queued.id}/execute`, { async: true }));
  await made(api.post('/v1/email/send', { to: `${text}@example.com`, subject: text, text }));
  const principal = { type: 'system', id: 'test' };
  await server.db.query(
    `select set_config('app.principal', $3, false), app.message_send($1, 'sms', $2, 'sms', '{"otp": "123456"}')`,
    [api.tenant.id, '+14155550100', JSON.stringify(principal)],
  );
  // Work that waits for the end of its run is queued meanwhile.
  void api.post(`/v1/scheduled-jobs/${job.id}/execute`);
  void api.post(`/v1/integrations/${integration.id}/sync`);
}
