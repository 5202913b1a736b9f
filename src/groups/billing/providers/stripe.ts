import Stripe from 'stripe';
import { ApiError } from '../../../ground/errors.ts';
import { type TenantOutbound, UnsentError } from '../../../outbound/safe-fetch.ts';
import type { BillingProvider, CheckoutSession, Invoice, Order } from './provider.ts';
import { stripeHttp } from './stripe-http.ts';
import { fromStripe, toStripe } from './stripe-money.ts';

const maxInvoices = 100;

/** Sells through Stripe, by its own library; its requests leave through the one way out. */
export class StripeProvider implements BillingProvider {
  readonly name = 'stripe';
  private readonly stripe: Stripe;

  constructor(secretKey: string, apiBase: string, outbound: TenantOutbound) {
    const { protocol, hostname, port } = new URL(apiBase);
    this.stripe = new Stripe(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: port || (protocol === 'http:' ? 80 : 443),
      httpClient: stripeHttp(outbound),
      maxNetworkRetries: 2,
      telemetry: false,
    });
  }

  /** Stripe makes one customer for the key, also of requests that come at the same time. */
  async customerOf(tenant: string): Promise<string> {
    const { id } = await told(
      this.stripe.customers.create(
        { metadata: { tenant_id: tenant } },
        { idempotencyKey: `insula-customer-${tenant}` },
      ),
    );
    return id;
  }

  async checkout(order: Order): Promise<CheckoutSession> {
    const metadata = { tenant_id: order.tenant, plan: order.plan };
    const session = await told(
      this.stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: order.customerId,
        client_reference_id: order.tenant,
        line_items: [{ ...priceOf(order), quantity: order.quantity }],
        metadata,
        subscription_data: { metadata },
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      }),
    );
    return {
      checkout_url: session.url ?? '',
      session_id: session.id,
      expires_at: momentOf(session.expires_at),
    };
  }

  async portal(_tenant: string, customerId: string, returnUrl: string): Promise<string> {
    const asked = { customer: customerId, return_url: returnUrl };
    return (await told(this.stripe.billingPortal.sessions.create(asked))).url;
  }

  async endWithPeriod(subscriptionId: string, ends: boolean): Promise<void> {
    await told(this.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: ends }));
  }

  async end(subscriptionId: string): Promise<void> {
    try {
      await this.stripe.subscriptions.cancel(subscriptionId);
    } catch (error) {
      if ((error as { code?: string }).code !== 'resource_missing') throw trouble(error);
    }
  }

  async invoices(customerId: string): Promise<Invoice[]> {
    const { data } = await told(
      this.stripe.invoices.list({ customer: customerId, limit: maxInvoices }),
    );
    return data.map((invoice) => {
      const currency = invoice.currency.toUpperCase();
      return {
        id: invoice.id ?? '',
        number: invoice.number ?? null,
        status: invoice.status ?? null,
        currency,
        total: fromStripe(invoice.total, currency),
        amount_paid: fromStripe(invoice.amount_paid, currency),
        url: invoice.hosted_invoice_url ?? null,
        pdf_url: invoice.invoice_pdf ?? null,
        created_at: momentOf(invoice.created),
      };
    });
  }
}

/** A price that Stripe knows, or the amount for one that it does not. */
const priceOf = ({ priceId, price, currency, interval, name }: Order) =>
  priceId
    ? { price: priceId }
    : {
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toStripe(price, currency),
          recurring: { interval },
          product_data: { name },
        },
      };

/** Seconds of Stripe as a moment. */
export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // Its library wraps what its request threw.
    const { detail } = error as { detail?: unknown };
    throw detail instanceof UnsentError ? detail : trouble(error);
  }
}

/** Stripe's messages may name keys and settings of the operator's account, so they stay in the log. */
const trouble = (cause: unknown): ApiError =>
  Object.assign(
    new ApiError('UPSTREAM_ERROR', 'The payment provider did not do what was asked. Try again.'),
    { cause },
  );
