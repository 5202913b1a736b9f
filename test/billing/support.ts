import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../support/api.ts';
import { signatureOf } from '../support/stripe-server.ts';

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
}

/** Stripe's event for a paid checkout. */
export const completed = (
  tenant: string,
  customer: string,
  more: object = {},
  created = nowSeconds(),
): StripeEvent => ({
  id: `evt_${randomUUID()}`,
  type: 'checkout.session.completed',
  created,
  data: {
    object: {
      customer,
      subscription: `sub_${customer}`,
      payment_status: 'paid',
      metadata: { tenant_id: tenant, plan: 'starter' },
      ...more,
    },
  },
});

/** Stripe's event for a subscription. @param verb created, updated or deleted */
export const subscription = (
  verb: string,
  customer: string,
  more: object = {},
  created = nowSeconds(),
): StripeEvent => ({
  id: `evt_${randomUUID()}`,
  type: `customer.subscription.${verb}`,
  created,
  data: {
    object: {
      id: `sub_${customer}`,
      customer,
      status: 'active',
      created: 1_700_000_000,
      metadata: {},
      ...more,
    },
  },
});

/** Sends a body as Stripe does, with its signature or another. */
export function post(
  client: Client,
  payload: string,
  header = signatureOf(payload),
  more: Record<string, string> = {},
): Promise<Answer> {
  return client.as(undefined).send('POST', '/webhooks/stripe', {
    body: payload,
    headers: { ...more, 'content-type': 'application/json', 'stripe-signature': header },
  });
}

export const report = (
  client: Client,
  event: StripeEvent,
  more: Record<string, string> = {},
): Promise<Answer> => {
  const payload = JSON.stringify(event);
  return post(client, payload, signatureOf(payload), more);
};

export const subscriptionOf = async (client: Client) =>
  (await client.get('/v1/billing/subscription')).body.data;
