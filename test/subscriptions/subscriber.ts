import { nowSeconds, report, subscription } from '../billing/support.ts';
import { createTenant } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';

const day = 86_400;

/** A tenant that pays Stripe for so many seats at a price, since so many days. */
export async function subscriber(
  server: TestServer,
  amount: number,
  { seats = 1, interval = 'month', currency = 'usd', days = 2 } = {},
) {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const id = tenant.tenant.id as string;
  const customer = `cus_${id}`;
  const at = nowSeconds() - days * day;
  const price = { id: `p_${id}`, currency, unit_amount: amount, recurring: { interval } };
  const paid = {
    created: at,
    metadata: { tenant_id: id, plan: 'pro' },
    items: { data: [{ quantity: seats, price }] },
  };
  await report(tenant, subscription('created', customer, paid, at));
  return { tenant, id, customer, at };
}
