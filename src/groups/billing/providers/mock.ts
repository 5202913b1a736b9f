import { randomUUID } from 'node:crypto';
import type { Box } from '../../../credentials/box.ts';
import { ApiError } from '../../../ground/errors.ts';
import type {
  BillingEvent,
  BillingProvider,
  CheckoutSession,
  Interval,
  Invoice,
  Order,
} from './provider.ts';

const place = 'billing.mock';
const validMs = 24 * 60 * 60 * 1000;
const days: Record<Interval, number> = { month: 30, year: 365 };

/** The content of the sealed link to a page of the mock. */
export type MockPage =
  | { kind: 'checkout'; sessionId: string; order: Order; expires: number }
  | { kind: 'portal'; tenant: string; customerId: string; returnUrl: string; expires: number };

/**
 * The provider `mock` is this server: its pages let anyone with the link buy without paying, so that the whole way can
 * be tried without an account anywhere. It keeps nothing: its links carry what they are about, sealed for their tenant.
 */
export class MockProvider implements BillingProvider {
  readonly name = 'mock';
  private readonly baseUrl: string;
  private readonly box: Box;

  constructor(baseUrl: string, box: Box) {
    this.baseUrl = baseUrl;
    this.box = box;
  }

  async customerOf(tenant: string): Promise<string> {
    return `cus_mock_${tenant}`;
  }

  async checkout(order: Order): Promise<CheckoutSession> {
    const sessionId = `cs_mock_${randomUUID().replaceAll('-', '')}`;
    const expires = Date.now() + validMs;
    const url = this.urlOf(order.tenant, { kind: 'checkout', sessionId, order, expires });
    return {
      checkout_url: url,
      session_id: sessionId,
      expires_at: new Date(expires).toISOString().replace('Z', '+00:00'),
    };
  }

  async portal(tenant: string, customerId: string, returnUrl: string): Promise<string> {
    const expires = Date.now() + validMs;
    return this.urlOf(tenant, { kind: 'portal', tenant, customerId, returnUrl, expires });
  }

  /** No provider to tell: the subscription of the tenant is all that there is. */
  async endWithPeriod(): Promise<void> {}

  async end(): Promise<void> {}

  /** One for each period, as the database has written them. */
  async invoices(_customerId: string, kept: Invoice[]): Promise<Invoice[]> {
    return kept;
  }

  /** The content of a link. @throws 404 for a link that is not of this server, 410 for one that has expired */
  open(tenant: string, token: string): MockPage {
    let page: MockPage;
    try {
      page = JSON.parse(this.box.open(tenant, place, `enc:v1:${token}`));
    } catch {
      throw new ApiError('NOT_FOUND', 'This link is not of this server, or was changed.');
    }
    if (page.expires < Date.now())
      throw new ApiError('GONE', 'This link has expired. Ask for another one.');
    return page;
  }

  private urlOf(tenant: string, page: MockPage): string {
    const token = this.box.seal(tenant, place, JSON.stringify(page)).replace('enc:v1:', '');
    return `${this.baseUrl}/billing/mock/${page.kind}/${tenant}?token=${token}`;
  }
}

/** Now, with the precision of Stripe's events: so that events of both can be put in order. */
const wholeSeconds = (): number => Math.floor(Date.now() / 1000) * 1000;

/** The event that a provider would report for a paid checkout. It is one event, however often its button is pressed. */
export function paidEvent({ sessionId, order }: MockPage & { kind: 'checkout' }): BillingEvent {
  const now = wholeSeconds();
  return {
    provider: 'mock',
    event_id: `evt_${sessionId}`,
    type: 'checkout.session.completed',
    created: new Date(now).toISOString(),
    started: new Date(now).toISOString(),
    customer_id: order.customerId,
    subscription_id: `sub_${sessionId}`,
    status: 'active',
    plan: order.plan,
    interval: order.interval,
    seats: order.quantity,
    price: order.price,
    currency: order.currency,
    current_period_start: new Date(now).toISOString(),
    current_period_end: new Date(now + days[order.interval] * 86_400_000).toISOString(),
    cancel_at_period_end: false,
  };
}

/** The event that a provider would report when a tenant's subscription, whichever it is, has ended. */
export const endedEvent = (customerId: string): BillingEvent => ({
  provider: 'mock',
  event_id: `evt_mock_${randomUUID()}`,
  type: 'customer.subscription.deleted',
  created: new Date(wholeSeconds()).toISOString(),
  started: new Date(wholeSeconds()).toISOString(),
  customer_id: customerId,
  subscription_id: null,
  status: 'canceled',
});
