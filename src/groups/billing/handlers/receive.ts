import { readBytes } from '../../../ground/bodies/body-bytes.ts';
import { type AnyAnswer, dataOf, makeAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { providerOf } from '../providers/provider.ts';
import { type ReadEvent, readStripeEvent } from '../providers/stripe-event.ts';
import { inTenant } from './apply.ts';

const received = makeAnswer({}, JSON.stringify({ received: true }));

/**
 * POST /webhooks/stripe. Anything but 200 makes Stripe send the event again, for three days: so events of unknown
 * tenants are also accepted, and ignored.
 */
export async function receiveEvent(call: HandlerCall): Promise<AnyAnswer> {
  const { req, res, services, ctx } = call;
  const body = await readBytes(req, res);
  const header = String(req.headers['stripe-signature'] ?? '');
  const { secretKey, webhookSecret } = services.config.stripe;
  const read = readStripeEvent(body, header, webhookSecret);
  const tenant = read && (await tenantOf(call, read));
  if (!tenant) return received;
  ctx.tenant = tenant;
  const { event } = read;
  if (secretKey && event.subscription_id && event.status !== 'canceled') {
    const replaced = await inTenant(call, tenant, 'billing_replaced', event);
    const { subscription_id } = dataOf<{ subscription_id: string | null }>(replaced);
    // Before the event is noted: if this fails, the event comes again.
    if (subscription_id) await (await providerOf(services, null)).end(subscription_id);
  }
  const answer = await inTenant(call, tenant, 'billing_event_receive', event);
  services.wakeups.ring(tenant);
  return answer;
}

/**
 * The tenant of an event: the one whose customer it is about. Metadata name it only while no one has that customer, and
 * nothing is done where both are known and differ.
 */
async function tenantOf(
  { services: { gateway } }: HandlerCall,
  { event, claimed }: ReadEvent,
): Promise<string | undefined> {
  const { provider, customer_id } = event;
  const owner = customer_id && (await gateway.tenantFind(`${provider}/${customer_id}`));
  if (owner) return claimed === undefined || claimed === owner ? owner : undefined;
  if (!claimed || claimed.includes('/')) return undefined;
  return (await gateway.tenantFind(claimed)) === claimed ? claimed : undefined;
}
