import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import type { Route } from '../../http/route.ts';
import {
  Checkout,
  checkoutBody,
  Invoices,
  Plans,
  Portal,
  portalBody,
  Received,
  Subscription,
} from './shapes.ts';

const manage = () => import('./handlers/manage.ts');
const receive = () => import('./handlers/receive.ts');
const mock = () => import('./handlers/mock-pages.ts');
const base = '/v1/billing';

/** Pages that play the provider. The link names the tenant, and carries the agreed terms, sealed. */
const mockPage = {
  scope: 'open',
  isPage: true,
  isComposed: true,
  query: z.object({ token: z.string().max(7000).optional() }),
  isMutation: true,
  limit: { name: 'billing_mock', points: 120, seconds: 60 },
  returns: z.never(),
  errors: ['NOT_FOUND', 'GONE'],
} as const satisfies Partial<Route>;

export const routes: Route[] = [
  {
    id: 'billing_plan.list',
    method: 'GET',
    path: `${base}/plans`,
    scope: 'read',
    summary: 'List the available plans',
    returns: Plans,
  },
  {
    id: 'subscription.get',
    method: 'GET',
    path: `${base}/subscription`,
    scope: '*',
    summary: 'Get the subscription of your tenant',
    returns: Subscription,
  },
  {
    id: 'billing.checkout',
    method: 'POST',
    path: `${base}/checkout`,
    scope: '*',
    summary: 'Start a checkout for a plan',
    description:
      'Answers with the URL of the payment provider’s checkout page. The plan changes when the provider reports the payment; any previous subscription ends then.',
    body: checkoutBody,
    returns: Checkout,
    handler: lazy(manage, 'checkOut'),
    operations: ['billing_order', 'billing_customer_get', 'billing_customer_keep'],
    errors: ['UPSTREAM_ERROR'],
    example: {
      body: { plan: 'pro', interval: 'month', success_url: 'https://app.example.com/paid' },
    },
  },
  {
    id: 'billing_portal.create',
    method: 'POST',
    path: `${base}/portal`,
    scope: '*',
    isMutation: false,
    isUntried: true,
    isComposed: true,
    summary: 'Create a link to the billing portal',
    body: portalBody,
    returns: Portal,
    handler: lazy(manage, 'openPortal'),
    errors: ['UPSTREAM_ERROR'],
    example: { body: { return_url: 'https://app.example.com/settings' } },
  },
  {
    id: 'subscription.cancel',
    method: 'POST',
    path: `${base}/cancel`,
    scope: '*',
    summary: 'Cancel the subscription at the end of the paid period',
    returns: Subscription,
    handler: lazy(manage, 'endWithPeriod'),
    errors: ['UPSTREAM_ERROR'],
  },
  {
    id: 'subscription.resume',
    method: 'POST',
    path: `${base}/resume`,
    scope: '*',
    summary: 'Undo a cancellation',
    returns: Subscription,
    handler: lazy(manage, 'endWithPeriod'),
    errors: ['UPSTREAM_ERROR'],
  },
  {
    id: 'billing_invoice.list',
    method: 'GET',
    path: `${base}/invoices`,
    scope: '*',
    isComposed: true,
    summary: 'List the invoices of your tenant, newest first',
    description: 'The newest 100, as the payment provider reports them.',
    returns: Invoices,
    handler: lazy(manage, 'listInvoices'),
    errors: ['UPSTREAM_ERROR'],
  },
  {
    id: 'billing_event.receive',
    method: 'POST',
    path: '/webhooks/stripe',
    scope: 'open',
    summary: 'Receive an event from the payment provider',
    description:
      'For Stripe, which signs its events (Stripe-Signature). An event is applied once; an outdated one changes nothing; events about anything but checkouts and subscriptions are ignored.',
    takesBytes: 'application/json',
    takesHeaders: { 'Stripe-Signature': 'The time of the event and its signature' },
    returns: Received,
    handler: lazy(receive, 'receiveEvent'),
    operations: ['billing_replaced'],
    errors: ['INVALID_SIGNATURE', 'PAYLOAD_TOO_LARGE', 'UPSTREAM_ERROR'],
    errorStatuses: { INVALID_SIGNATURE: 400 },
  },
  {
    ...mockPage,
    id: 'billing_mock.show',
    method: 'GET',
    path: '/billing/mock/:kind/:tenant_id',
    isMutation: false,
    summary: 'Show a page of the mock payment provider',
    handler: lazy(mock, 'showPage'),
  },
  {
    ...mockPage,
    id: 'billing_mock.press',
    method: 'POST',
    path: '/billing/mock/:kind/:tenant_id',
    summary: 'Press a button of the mock payment provider',
    description: 'Only on a local address, and only without the keys of a provider.',
    body: z.object({ action: z.enum(['pay', 'end']) }),
    takesForm: true,
    redirects: 'always',
    handler: lazy(mock, 'pressButton'),
    example: { body: { action: 'pay' } },
  },
];
