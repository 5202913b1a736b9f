import { beforeEach, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { sendHook } from './send-hook.ts';
import { create, defineThings, path, things } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let id: string;
let secret: string;
beforeEach(async () => {
  api = await createTenant(server);
  await defineThings(api);
  const made = await create(api, { provider: 'webhook_inbound' });
  ({ id, secret } = made);
  expect(made.url).toMatch(new RegExp(`/hooks/${id}$`));
});

const taken = (count: number) =>
  expect.poll(async () => (await things(api)).length, { timeout: 10_000 }).toBe(count);

describe('a message to an integration', () => {
  it('becomes objects, one record or several', async () => {
    const answer = await sendHook(api, { id, secret, body: { code: 'a', amount: 1 } });
    expect(answer.body.data).toEqual({ received: true, duplicate: false });
    await good(sendHook(api, { id, secret, body: [{ code: 'b' }, { code: 'c' }] }));
    await taken(3);
    expect(await things(api)).toEqual([{ code: 'a', amount: 1 }, { code: 'b' }, { code: 'c' }]);
  });

  it('is taken once, however often it comes', async () => {
    const send = () =>
      sendHook(api, { id, secret, messageId: 'msg_same', body: { amount: 1, code: 'a' } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ body }) => body.data.duplicate).toSorted()).toEqual([false, true, true]);
    await taken(1);
    expect((await send()).body.data).toEqual({ received: true, duplicate: true });
  });

  it('is refused with a wrong signature, an old one, or none', async () => {
    const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(await refusal(sendHook(api, { id, secret: wrong }))).toEqual([403, 'INVALID_SIGNATURE']);
    expect(await refusal(sendHook(api, { id, secret, late: 301 }))).toEqual([
      403,
      'INVALID_SIGNATURE',
    ]);
    const headers = { 'webhook-signature': 'v1,' };
    expect(await refusal(sendHook(api, { id, secret, headers }))).toEqual([
      403,
      'INVALID_SIGNATURE',
    ]);
    expect((await sendHook(api, { id: 'int_0', secret })).status).toBe(404);
    expect(await things(api)).toEqual([]);
  });

  it('may be signed with the secret before, for as long as it was given', async () => {
    const rotate = (body: object) => good(api.post(`${path}/${id}/rotate-secret`, body));
    const second = await rotate({ grace_period_seconds: 60 });
    expect(second.secret).not.toBe(secret);
    for (const one of [secret, second.secret]) await good(sendHook(api, { id, secret: one }));
    const third = await rotate({ grace_period_seconds: 0 });
    await good(sendHook(api, { id, secret: third.secret }));
    for (const one of [secret, second.secret])
      expect((await sendHook(api, { id, secret: one })).status).toBe(403);
    const { id: other } = await create(api, { provider: 'mock' });
    expect(await refusal(api.post(`${path}/${other}/rotate-secret`, {}))).toEqual([
      409,
      'INVALID_STATE',
    ]);
  });

  it('is refused when it is not JSON, too deep, or the integration is paused', async () => {
    expect(await refusal(sendHook(api, { id, secret, body: '{' }))).toEqual([400, 'INVALID_JSON']);
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    expect((await sendHook(api, { id, secret, body: deep })).status).toBe(400);
    await good(api.patch(`${path}/${id}`, { status: 'paused' }));
    expect(await refusal(sendHook(api, { id, secret }))).toEqual([409, 'INVALID_STATE']);
  });

  it('keeps its secret through changes, and never shows it again', async () => {
    const changed = await good(api.patch(`${path}/${id}`, { config_json: { records: 'items' } }));
    expect(JSON.stringify(changed)).not.toContain(secret);
    await good(sendHook(api, { id, secret, body: { items: [{ code: 'z' }] } }));
    await taken(1);
  });
});
