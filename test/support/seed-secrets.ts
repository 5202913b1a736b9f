import { good } from './answers.ts';
import type { Client, TenantClient } from './api.ts';
import { enroll, type Factor } from './totp.ts';
import { signUp } from './users.ts';

/** The ids of the records that hold secrets, and a user with an authenticator app. */
export interface SeededSecrets {
  provider: string;
  function: string;
  webhook: string;
  automation: string;
  job: string;
  workflow: string;
  integration: string;
  inbox: string;
  plugin: string;
  user: Client;
  email: string;
  password: string;
  recoveryCode: string;
  factor: Factor;
}

/**
 * One record of each kind that has a secret, in a tenant that has none yet.
 * @param url where its calls go
 */
export async function seedSecrets(api: TenantClient, url: string): Promise<SeededSecrets> {
  const post = async (path: string, body: object = {}) => good(api.post(path, body));
  const headers = { authorization: 'Bearer hush-hush-4711', 'x-shop': { secret: 'hush-hush' } };
  const call = { type: 'webhook', config: { url, headers } };
  const provider = await post('/v1/ai-providers', {
    name: 'Ours',
    provider_type: 'openai_compatible',
    api_key: 'hush-hush-4711',
    config_json: { base_url: url, default_model: 'tiny' },
  });
  const made = await post('/v1/functions', {
    name: 'F',
    trigger_type: 'manual',
    code: 'export default (_, ctx) => ctx.env.A',
    env: { A: 'hush-hush', B: 'hush-hush' },
  });
  const webhook = await post('/v1/webhooks', { url, headers, events: ['custom.rung'] });
  await post(`/v1/webhooks/${webhook.id}/rotate-secret`);
  const automation = await post('/v1/automations', {
    name: 'A',
    trigger_event: 'manual',
    actions: [call],
  });
  const job = await post('/v1/scheduled-jobs', {
    name: 'J',
    cron_expression: '0 0 1 1 *',
    action_type: 'webhook',
    action_config: call.config,
  });
  const workflow = await post('/v1/workflows', {
    name: 'W',
    trigger: 'manual',
    initial_state: 'a',
    states: [
      { name: 'a', type: 'task', on_enter: [call], on_exit: [call] },
      { name: 'b', type: 'end' },
    ],
    transitions: [{ name: 'go', from: 'a', to: 'b', actions: [call] }],
  });
  await post(`/v1/workflows/${workflow.id}/publish`);
  const integration = await post('/v1/integrations', {
    name: 'P',
    provider: 'http_json',
    config_json: { url, auth: { type: 'header', name: 'X-Api-Key', value: 'hush-hush-4711' } },
  });
  const inbox = await post('/v1/integrations', { name: 'I', provider: 'webhook_inbound' });
  await post(`/v1/integrations/${inbox.id}/rotate-secret`);
  const plugin = await post('/v1/plugins', {
    manifest_json: {
      name: 'p',
      version: '1.0.0',
      settings_schema: {
        type: 'object',
        properties: { token: { type: 'string', writeOnly: true } },
      },
    },
    config_json: { token: 'hush-hush-4711' },
  });
  await post('/v1/email/domains', { domain: 'shop.example' });
  await post('/v1/email/report-secret');
  await post('/v1/auth-config', {
    oauth: { google: { enabled: true, client_id: 'id', client_secret: 'hush-hush' } },
  });
  const { client: user, email, password } = await signUp(api);
  const factor = await enroll(user);
  await post('/v1/auth-config', {
    captcha: { provider: 'turnstile', site_key: 'key', secret: 'hush-hush' },
  });
  return {
    provider: provider.id,
    function: made.id,
    webhook: webhook.id,
    automation: automation.id,
    job: job.id,
    workflow: workflow.id,
    integration: integration.id,
    inbox: inbox.id,
    plugin: plugin.id,
    ...{ user, email, password, factor },
    recoveryCode: factor.recoveryCodes[0] as string,
  };
}
