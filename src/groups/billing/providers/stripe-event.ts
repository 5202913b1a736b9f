import Stripe from 'stripe';
import { z } from 'zod';
import { ApiError } from '../../../ground/errors.ts';
import type { BillingEvent } from './provider.ts';
import { momentOf } from './stripe.ts';
import { fromStripe } from './stripe-money.ts';

const toleranceSeconds = 300;

/** An id, or the record in its place, where Stripe was asked to expand it. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish();
const seconds = z.number().int().min(0).max(253_402_300_799);
const metadata = z.record(z.string(), z.unknown()).nullish();
const price = z
  .object({
    id: z.string(),
    recurring: z.object({ interval: z.string() }).nullish(),
    currency: z
      .string()
      .regex(/^[a-z]{3}$/i)
      .nullish(),
    // Null for prices in tiers, or with parts of a cent: the plan's own price is taken for those.
    unit_amount: z.number().int().min(0).nullish(),
  })
  .nullish();
const text = z.string().nullish();

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: seconds,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
const Session = z.object({
  customer: reference,
  subscription: reference,
  payment_status: text,
  metadata,
  client_reference_id: text,
});
const Subscription = z.object({
  id: z.string(),
  customer: reference,
  status: z.string(),
  created: seconds.nullish(),
  metadata,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds.nullish(),
  trial_end: seconds.nullish(),
  quantity: z.number().int().min(1).nullish(),
  // Newer versions of Stripe's API have the period with the item, older ones with the subscription.
  current_period_start: seconds.nullish(),
  current_period_end: seconds.nullish(),
  items: z
    .object({
      data: z.array(
        z.object({
          price,
          quantity: z.number().int().min(1).nullish(),
          current_period_start: seconds.nullish(),
          current_period_end: seconds.nullish(),
        }),
      ),
    })
    .nullish(),
});

/** An event that is about a subscription, and the tenant that its metadata name. */
export interface ReadEvent {
  event: BillingEvent;
  claimed: string | undefined;
}

/**
 * Reads the body of a Stripe event after its signature has been verified.
 * @returns undefined for events that are not about a subscription
 * @throws 400 INVALID_SIGNATURE
 */
export function readStripeEvent(
  body: Buffer,
  header: string,
  secret: string | undefined,
): ReadEvent | undefined {
  const parsed = Event.safeParse(verified(body, header, secret));
  if (!parsed.success) return undefined;
  const { id, type, created, data } = parsed.data;
  const common = { provider: 'stripe' as const, event_id: id, type, created: momentOf(created) };
  if (type === 'checkout.session.completed') {
    const session = Session.safeParse(data.object);
    return session.success ? ofSession(common, session.data) : undefined;
  }
  if (!/^customer\.subscription\.(created|updated|deleted)$/.test(type)) return undefined;
  const subscription = Subscription.safeParse(data.object);
  return subscription.success ? ofSubscription(common, subscription.data) : undefined;
}

function verified(body: Buffer, header: string, secret: string | undefined): unknown {
  try {
    if (!secret) throw new Error('No secret is set.');
    // The library only looks at the age: a future timestamp would never expire.
    const at = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
    if (!(at <= Date.now() / 1000 + toleranceSeconds)) throw new Error('The time is wrong.');
    return Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds);
  } catch {
    throw new ApiError(
      'INVALID_SIGNATURE',
      'This event is not signed by the payment provider, or its signature is older than 5 minutes.',
      {},
      {},
      400,
    );
  }
}

type Common = Pick<BillingEvent, 'provider' | 'event_id' | 'type' | 'created'>;

function ofSession(common: Common, session: z.output<typeof Session>): ReadEvent | undefined {
  if (session.payment_status === 'unpaid') return undefined;
  const { plan, tenant } = said(session.metadata);
  const event = {
    ...common,
    started: common.created,
    customer_id: session.customer ?? null,
    subscription_id: session.subscription ?? null,
    status: 'active' as const,
    plan,
  };
  return { event, claimed: tenant ?? session.client_reference_id ?? undefined };
}

function ofSubscription(common: Common, given: z.output<typeof Subscription>): ReadEvent {
  const item = given.items?.data[0];
  const { plan, tenant } = said(given.metadata);
  const moment = (at: number | null | undefined) => (at ? momentOf(at) : undefined);
  const interval = item?.price?.recurring?.interval;
  const event: BillingEvent = {
    ...common,
    started: moment(given.created) ?? common.created,
    customer_id: given.customer ?? null,
    subscription_id: given.id,
    status: common.type.endsWith('deleted') ? 'canceled' : statusOf(given.status),
    plan,
    price_id: item?.price?.id,
    interval: interval === 'month' || interval === 'year' ? interval : undefined,
    seats: item?.quantity ?? given.quantity ?? undefined,
    ...paid(item?.price),
    current_period_start: moment(item?.current_period_start ?? given.current_period_start),
    current_period_end: moment(item?.current_period_end ?? given.current_period_end),
    cancel_at_period_end: given.cancel_at_period_end ?? undefined,
    cancel_at: moment(given.cancel_at),
    trial_end: moment(given.trial_end),
  };
  return { event, claimed: tenant };
}

/** The price per seat, if the price gives one. */
function paid(given: z.output<typeof price>): Pick<BillingEvent, 'price' | 'currency'> {
  if (!given?.currency || given.unit_amount == null) return {};
  const currency = given.currency.toUpperCase();
  return { price: fromStripe(given.unit_amount, currency), currency };
}

const said = (given: Record<string, unknown> | null | undefined) => ({
  plan: textOf(given?.plan ?? given?.plan_tier),
  tenant: textOf(given?.tenant_id),
});
const textOf = (value: unknown) =>
  typeof value === 'string' && value.length <= 100 ? value : undefined;

const states: Record<string, BillingEvent['status']> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

/** Stripe's states as ours. One that is paused, or that we do not know, is not paid for. */
const statusOf = (status: string): BillingEvent['status'] =>
  (Object.hasOwn(states, status) && states[status]) || 'paused';
