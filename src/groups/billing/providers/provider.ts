import type { Box } from '../../../credentials/box.ts';
import type { Config } from '../../../ground/config/config.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { Outbound } from '../../../outbound/safe-fetch.ts';
import { MockProvider } from './mock.ts';

export type Interval = 'month' | 'year';

/** The purchase that a tenant wants to make. */
export interface Order {
  tenant: string;
  customerId: string;
  plan: string;
  /** The plan's name, as people read it. */
  name: string;
  interval: Interval;
  /** The provider's id of the price; null if it needs the amount instead. */
  priceId: string | null;
  /** Of a seat, as a decimal text. */
  price: string;
  currency: string;
  quantity: number;
  successUrl: string;
  cancelUrl: string;
}

export interface CheckoutSession {
  checkout_url: string;
  session_id: string;
  expires_at: string;
}

export interface Invoice {
  id: string;
  number: string | null;
  status: string | null;
  currency: string;
  /** Decimal texts. */
  total: string;
  amount_paid: string;
  url: string | null;
  pdf_url: string | null;
  created_at: string;
}

/** A payment provider. A new one is a class with these methods, and its events in the form of `BillingEvent`. */
export interface BillingProvider {
  readonly name: 'stripe' | 'mock';
  /** The customer of a tenant: the same one, however often and however simultaneously it is asked for. */
  customerOf(tenant: string): Promise<string>;
  checkout(order: Order): Promise<CheckoutSession>;
  /** @returns the address of a page where a customer manages cards, invoices and the subscription */
  portal(tenant: string, customerId: string, returnUrl: string): Promise<string>;
  /** Lets a subscription end with its period, or takes that back. */
  endWithPeriod(subscriptionId: string, ends: boolean): Promise<void>;
  /** Ends a subscription now; one that is gone has ended. */
  end(subscriptionId: string): Promise<void>;
  /** @param kept those that this server has written itself */
  invoices(customerId: string, kept: Invoice[]): Promise<Invoice[]>;
}

/** A provider's event about a subscription: the `event` of platform.billing_event_receive. */
export interface BillingEvent {
  provider: 'stripe' | 'mock';
  event_id: string;
  type: string;
  created: string;
  customer_id: string | null;
  subscription_id: string | null;
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'incomplete' | 'paused';
  /** When the subscription was made; otherwise when the event was. */
  started: string;
  plan?: string | undefined;
  price_id?: string | undefined;
  interval?: Interval | undefined;
  seats?: number | undefined;
  /** Of a seat for an interval, as a decimal text, and its currency: what the subscriber pays, whatever the plan costs now. */
  price?: string | undefined;
  currency?: string | undefined;
  current_period_start?: string | undefined;
  current_period_end?: string | undefined;
  cancel_at_period_end?: boolean | undefined;
  cancel_at?: string | undefined;
  trial_end?: string | undefined;
}

interface Needs {
  config: Config;
  outbound: Outbound;
  box: Box;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the pages that play the provider are there: only on a local address, and without keys of a real one. */
export const isMocked = ({ stripe, baseUrl }: Config): boolean =>
  !stripe.secretKey && !stripe.webhookSecret && localHosts.includes(new URL(baseUrl).hostname);

/**
 * The provider that this server sells through.
 * @param tenant that asks for something; null where the provider has begun, with whom the installation must agree
 * @throws 403 FORBIDDEN on a server that others reach and that has no provider: plans would be free there
 */
export async function providerOf(
  { config, outbound, box }: Needs,
  tenant: string | null,
): Promise<BillingProvider> {
  const { secretKey, apiBase } = config.stripe;
  if (secretKey) {
    // Loading the library takes as long as many others together, and most processes never need it.
    const { StripeProvider } = await import('./stripe.ts');
    return new StripeProvider(secretKey, apiBase, outbound.of(tenant, 'billing'));
  }
  if (isMocked(config)) return new MockProvider(config.baseUrl, box);
  throw new ApiError(
    'FORBIDDEN',
    'This server sells no plans: its operator has not set STRIPE_SECRET_KEY. Ask them to change the plan.',
  );
}
