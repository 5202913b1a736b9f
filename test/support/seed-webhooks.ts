import type pg from 'pg';

/** A row in each table of webhooks, and what they queue, with `marker` in every text, as the owner writes it. */
export async function seedWebhooks(db: pg.Pool, tenant: string, marker: string): Promise<void> {
  const filter = [{ property: `data.${marker}`, operator: 'eq', value: marker }];
  const map = { [marker]: marker };
  const { rows } = await db.query(
    `insert into app.webhooks (tenant_id, id, url, description, events, object_types, filters, headers, status,
       disabled_reason, secret, secret_preview, previous_secrets, hidden)
     values ($1, app.new_id('whk'), $2, $2, array[$2], array[$2], $3, $4, 'disabled', $2, $2, $2, $4, array[$2])
     returning id`,
    [tenant, marker, JSON.stringify(filter), map],
  );
  const webhook = rows[0].id;
  await db.query(
    `insert into app.event_subscriptions (tenant_id, kind, subscriber_id, events, object_types, conditions)
     values ($1, 'webhook', $2, array[$3], array[$3], $4)`,
    [tenant, webhook, marker, JSON.stringify(filter)],
  );
  await db.query(
    `with delivery as (
       insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, request_headers,
         request_body, response_body, error)
       values ($1, app.new_id('whd'), $2, app.new_id('evt'), $3, $3, $4, $5, $3, $3) returning id)
     insert into app.work (tenant_id, kind, id, due_at, serial_key)
     select $1, 'webhook', d.id, now() + interval '1 day', $3 from delivery d`,
    [tenant, webhook, marker, map, JSON.stringify(map)],
  );
}
