import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll } from 'vitest';

export const webhookSecret = 'whsec_test_of_the_webhook';

/** A server that speaks Stripe's API, as far as it is used: what it was asked, and whether it is out of order. */
export interface StripeServer {
  /** Settings of a server that sells through it. */
  env: NodeJS.ProcessEnv;
  requests: { method: string; path: string; form: URLSearchParams; key: string | undefined }[];
  /** Answers everything with 500. */
  isBroken: boolean;
}

/** Starts it for the tests of a file, on a port of its own: the settings of a server name it before there is one. */
export async function useStripe(): Promise<StripeServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const customers = new Map<string, string>();
  const stripe: StripeServer = {
    requests: [],
    isBroken: false,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_of_this_server',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
      TRUSTED_PROXIES: 'loopback',
    },
  };
  const answerOf = (path: string, key = ''): object | undefined => {
    if (path === '/v1/customers') {
      // The same key is the same customer, as at Stripe.
      const id = customers.get(key) ?? `cus_${port}_${process.pid}_${key.split('-').at(-1)}`;
      customers.set(key, id);
      return { id, object: 'customer' };
    }
    if (path === '/v1/checkout/sessions') {
      const id = `cs_test_${stripe.requests.length}`;
      const url = `https://checkout.stripe.com/c/${id}`;
      return { id, object: 'checkout.session', url, expires_at: 2_000_000_000 };
    }
    if (path === '/v1/billing_portal/sessions')
      return { id: 'bps_1', url: 'https://billing.stripe.com/p/1' };
    if (path.startsWith('/v1/subscriptions/sub_gone')) return undefined;
    if (path.startsWith('/v1/subscriptions/')) return { id: path.split('/').at(-1) };
    if (path.startsWith('/v1/invoices'))
      return { object: 'list', has_more: false, url: '/v1/invoices', data: [invoice] };
    return undefined;
  };
  server.on('request', async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const { method = '', url = '', headers } = req;
    const key = headers['idempotency-key'] as string | undefined;
    stripe.requests.push({ method, path: url, form: new URLSearchParams(body), key });
    const answer = stripe.isBroken ? undefined : answerOf(url, key);
    const status = stripe.isBroken ? 500 : answer ? 200 : 404;
    const code = status === 404 ? { code: 'resource_missing' } : {};
    const error = { error: { type: 'invalid_request_error', ...code } };
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(answer ?? error));
  });
  return stripe;
}

const invoice = {
  id: 'in_1',
  number: 'A-1',
  status: 'paid',
  currency: 'usd',
  total: 14900,
  amount_paid: 14900,
  hosted_invoice_url: null,
  invoice_pdf: null,
  created: 1_760_000_000,
};

/** The header that Stripe's own library makes of a body. @param at seconds */
export const signatureOf = (payload: string, secret = webhookSecret, at?: number): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(at === undefined ? {} : { timestamp: at }),
  });
