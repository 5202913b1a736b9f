import type { Case, Scene } from '../support/journal-cases.ts';

const body = { plan: 'starter', success_url: 'https://app.example/paid' };
const wrong = { plan: 'free', success_url: 'https://app.example/paid' };

/** Pays for a plan by the page of the mock provider, before the call under test. */
async function bought({ tenant }: Scene): Promise<void> {
  const { data } = (await tenant.post('/v1/billing/checkout', body)).body;
  await fetch(data.checkout_url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'pay' }),
  });
}

const ends = (verb: string): Case => ({
  call: async (scene, h) => {
    await bought(scene);
    return scene.tenant.post(`/v1/billing/${verb}`, undefined, h);
  },
  rows: ({ tenant }) => [['subscription.updated', 'subscription', tenant.tenant.id]],
  refused: ({ tenant }, h) => tenant.as(undefined).post(`/v1/billing/${verb}`, undefined, h),
});

/** One case for each operation on subscriptions that changes something. */
export const journalCases: Record<string, Case> = {
  'billing.checkout': {
    call: ({ tenant }, h) => tenant.post('/v1/billing/checkout', body, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post('/v1/billing/checkout', wrong, h),
  },
  'subscription.cancel': ends('cancel'),
  'subscription.resume': ends('resume'),
};
