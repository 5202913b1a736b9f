import type { Case, Headers, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { webhookSecret } from '../support/stripe-server.ts';
import { completed, report } from './support.ts';

const body = { plan: 'starter', success_url: 'https://app.example/paid' };
const wrong = { plan: 'free', success_url: 'https://app.example/paid' };

/** The path of a checkout's page of the mock provider. */
async function pageOf({ tenant }: Scene): Promise<string> {
  const { data } = (await tenant.post('/v1/billing/checkout', body)).body;
  return data.checkout_url.replace(tenant.url, '');
}

const press = ({ tenant }: Scene, path: string, h: Headers = {}) =>
  tenant.as(undefined).post(path, { action: 'pay' }, h);

const ends = (verb: string): Case => ({
  call: async (scene, h) => {
    await press(scene, await pageOf(scene));
    return scene.tenant.post(`/v1/billing/${verb}`, undefined, h);
  },
  rows: ({ tenant }) => [['subscription.updated', 'subscription', tenant.tenant.id]],
  refused: ({ tenant }, h) => tenant.post(`/v1/billing/${verb}`, { at: 'once' }, h),
});

const activated = ({ tenant }: Scene): [string, string, string][] => [
  ['tenant.updated', 'tenant', tenant.tenant.id],
  ['subscription.updated', 'subscription', tenant.tenant.id],
];

/** One case for each operation on subscriptions that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  /** With the secret that the server of the general tests has not. */
  async function withSecret<T>(work: () => Promise<T>): Promise<T> {
    server.config.stripe.webhookSecret = webhookSecret;
    try {
      return await work();
    } finally {
      server.config.stripe.webhookSecret = undefined;
    }
  }
  return {
    'billing.checkout': {
      call: ({ tenant }, h) => tenant.post('/v1/billing/checkout', body, h),
      rows: () => [],
      refused: ({ tenant }, h) => tenant.post('/v1/billing/checkout', wrong, h),
    },
    'subscription.cancel': ends('cancel'),
    'subscription.resume': ends('resume'),
    'billing_event.receive': {
      isVisitor: true,
      call: ({ tenant }, h) =>
        withSecret(() =>
          report(
            tenant,
            completed(tenant.tenant.id, `cus_journal_${tenant.tenant.id}`),
            h as Record<string, string>,
          ),
        ),
      rows: activated,
      refused: ({ tenant }, h) =>
        report(
          tenant,
          completed(tenant.tenant.id, `cus_journal_${tenant.tenant.id}`),
          h as Record<string, string>,
        ),
    },
    'billing_mock.press': {
      isVisitor: true,
      call: async (scene, h) => press(scene, await pageOf(scene), h),
      rows: activated,
      refused: (scene, h) =>
        press(scene, `/billing/mock/checkout/${scene.tenant.tenant.id}?token=x`, h),
    },
  };
}
