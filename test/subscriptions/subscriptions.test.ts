import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { webhookSecret } from '../support/stripe-server.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { subscriber } from './subscriber.ts';

const server = useOwnDatabase({
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  TRUSTED_PROXIES: 'loopback',
});
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const pathOf = (id: string) => `/owner/subscriptions/${id}`;

describe('the operator', () => {
  it('writes down a subscription that no provider knows', async () => {
    const tenant = await createTenant(server, { plan_tier: 'free' });
    const { id } = tenant.tenant;
    expect((await operator.get(pathOf(id))).body.data).toMatchObject({
      status: 'none',
      provider: null,
      price: null,
      mrr: null,
    });
    const given = { plan_tier: 'enterprise', interval: 'year', price: '1200.60', currency: 'EUR' };
    const { status, body } = await operator.patch(pathOf(id), { ...given, seats: 2 });
    expect([status, body.data]).toMatchObject([
      200,
      { ...given, status: 'active', seats: 2, provider: null, mrr: '200.10' },
    ]);
    expect((await tenant.get('/v1/billing/subscription')).body.data).toMatchObject({
      plan_tier: 'enterprise',
      status: 'active',
      provider: null,
    });
    const late = (await operator.patch(pathOf(id), { status: 'past_due' })).body.data;
    expect(late).toMatchObject({ past_due_since: expect.any(String), mrr: '200.10' });
    const ended = (await operator.patch(pathOf(id), { status: 'canceled' })).body.data;
    expect(ended).toMatchObject({ plan_tier: 'free', mrr: '0.00', price: '1200.60' });
  });

  it('takes the price of the plan where none is given', async () => {
    const { id } = (await createTenant(server)).tenant;
    const { body } = await operator.patch(pathOf(id), { plan_tier: 'starter', interval: 'year' });
    expect(body.data).toMatchObject({ price: '290.00', currency: 'USD', mrr: '24.17' });
  });

  it('changes at Stripe what is paid for there, but for the plan', async () => {
    const { id } = await subscriber(server, 700);
    for (const changes of [{ seats: 2 }, { price: '1' }, { status: 'canceled' }]) {
      const { status, body } = await operator.patch(pathOf(id), changes);
      expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    }
    const { body } = await operator.patch(pathOf(id), { plan_tier: 'enterprise' });
    expect(body.data).toMatchObject({ plan_tier: 'enterprise', provider: 'stripe' });
  });

  it.each([
    [{ price: 5 }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '1.001' }, 'price'],
    [{ price: '1', currency: 'XXX' }, 'currency'],
    [{ currency: 'EUR' }, 'currency'],
    [{ plan_tier: 'nothing' }, 'plan_tier'],
    [{ seats: 0 }, 'seats'],
    [{ seats: 1.5 }, 'seats'],
    [{ status: 'incomplete' }, 'status'],
  ])('is refused %o with 400', async (changes, param) => {
    const { id } = (await createTenant(server)).tenant;
    const { status, body } = await operator.patch(pathOf(id), changes);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('lists subscriptions, or those in a state', async () => {
    const { id } = await subscriber(server, 700);
    const { subscriptions, total } = (await operator.get('/owner/subscriptions?limit=1')).body.data;
    expect([subscriptions.length, subscriptions[0].tenant_id]).toEqual([1, id]);
    expect(total).toBeGreaterThan(1);
    const ended = (await operator.get('/owner/subscriptions?status=canceled&limit=100')).body.data;
    expect(new Set(ended.subscriptions.map((row: { status: string }) => row.status))).toEqual(
      new Set(['canceled']),
    );
    expect(ended.total).toBe(ended.subscriptions.length);
    expect((await operator.get(pathOf('ten_none'))).status).toBe(404);
  });
});
