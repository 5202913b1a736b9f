import { randomUUID } from 'node:crypto';
import { type AnyAnswer, makeAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import {
  type BillingProvider,
  type Interval,
  type Invoice,
  providerOf,
} from '../providers/provider.ts';

interface CheckoutArgs {
  plan: string;
  interval: Interval;
  success_url: string;
  cancel_url?: string;
  quantity: number;
}

/** The answer of api.billing_order. */
interface Offer {
  plan: string;
  name: string;
  price: string;
  currency: string;
  price_id: string | null;
  customer_id: string | null;
  provider: string | null;
}

interface Customer {
  customer_id: string | null;
  subscription_id: string | null;
  provider: string | null;
}

/** POST /v1/billing/checkout: the provider is asked between two calls of the database, and not for a dry run. */
export async function checkOut(call: HandlerCall<CheckoutArgs>): Promise<AnyAnswer> {
  const { args, caller, change } = call;
  const { plan, interval, quantity } = args;
  const offer = await call.ask<Offer>('billing_order', { plan, interval });
  const provider = await providerOf(call.services, call.caller.tenant);
  const isTried = change?.dry_run === true;
  // A dry run is not reported; the mock would not report it anyway.
  const made =
    isTried && provider.name !== 'mock'
      ? untried(call.services.config.baseUrl)
      : await provider.checkout({
          tenant: caller.tenant,
          customerId: isTried ? '' : await customerOf(call, provider, offer),
          plan,
          name: offer.name,
          interval,
          priceId: offer.price_id,
          price: offer.price,
          currency: offer.currency,
          quantity,
          successUrl: args.success_url,
          cancelUrl: args.cancel_url ?? args.success_url,
        });
  return call.run('billing_checkout', { ...args, made });
}

const untried = (baseUrl: string) => ({
  checkout_url: baseUrl,
  session_id: `cs_${randomUUID()}`,
  expires_at: new Date(0).toISOString(),
});

/** The customer of a tenant: of two requests that make one at the same time, both get the one that was kept. */
async function customerOf(
  call: HandlerCall<CheckoutArgs>,
  provider: BillingProvider,
  known: Offer,
): Promise<string> {
  if (known.customer_id && known.provider === provider.name) return known.customer_id;
  const customer_id = await provider.customerOf(call.caller.tenant);
  const kept = { provider: provider.name, customer_id };
  return (await call.ask<{ customer_id: string }>('billing_customer_keep', kept)).customer_id;
}

/** POST /v1/billing/portal */
export async function openPortal(call: HandlerCall<{ return_url: string }>): Promise<AnyAnswer> {
  const { customer_id } = await call.ask<Customer>('billing_customer_get', { needs: 'customer' });
  const provider = await providerOf(call.services, call.caller.tenant);
  const url = await provider.portal(call.caller.tenant, customer_id ?? '', call.args.return_url);
  return makeAnswer({}, JSON.stringify({ url }));
}

/** POST /v1/billing/cancel and /resume: the provider first, for it takes the money. */
export async function endWithPeriod(call: HandlerCall): Promise<AnyAnswer> {
  const operation = call.route.id.replace('.', '_');
  const { subscription_id } = await call.ask<Customer>('billing_customer_get', {
    needs: 'subscription',
  });
  const provider = await providerOf(call.services, call.caller.tenant);
  if (!call.change?.dry_run && subscription_id) {
    call.ctx.hasActed = true;
    await provider.endWithPeriod(subscription_id, operation === 'subscription_cancel');
  }
  return call.run(operation, {});
}

/** GET /v1/billing/invoices: none for a tenant that has never bought anything. */
export async function listInvoices(call: HandlerCall): Promise<AnyAnswer> {
  const { customer_id, invoices: kept } = await call.ask<Customer & { invoices: Invoice[] }>(
    'billing_customer_get',
    { needs: 'invoices' },
  );
  const invoices = customer_id
    ? await (await providerOf(call.services, call.caller.tenant)).invoices(customer_id, kept)
    : [];
  return makeAnswer({}, JSON.stringify({ invoices }));
}
