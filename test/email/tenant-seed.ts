import { randomBytes } from 'node:crypto';
import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A template that says the marker wherever it can, and an email of it. */
export const seed: Seed = async (api, marker) => {
  const template = await api.post('/v1/email/templates', {
    name: marker,
    subject: marker,
    html: marker,
    text: marker,
  });
  // Only of this tenant, and without the marker: names in paths are logged.
  const domain = `d${randomBytes(8).toString('hex')}.example.com`;
  const address = `seeded@${domain}`;
  await api.post('/v1/email/domains', { domain });
  for (const one of [address, `${marker}@example.com`])
    await api.post('/v1/email/suppressions', { address: one });
  const sent = await api.post('/v1/email/send', {
    to: 'ada@example.com',
    reply_to: `${marker}@example.com`,
    template: marker,
    tags: [marker],
    attachments: [{ filename: marker, content_base64: btoa(marker) }],
  });
  return {
    template_id: template.body.data.id,
    email_id: sent.body.data.id,
    domain,
    address,
  };
};

/** With the secret of delivery reports. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with template as (
       insert into app.email_templates (tenant_id, id, name, subject, html, text, variables,
         created_by, created_at, updated_at)
       values ($1, $3, $2 || ' 2', $2, $2, $2, array[$2], $2, now(), now())),
     suppressed as (
       insert into app.email_suppressions (tenant_id, address, reason, message_id, created_at)
       values ($1, lower($2), 'manual', $2, now())),
     domain as (
       insert into app.email_domains (tenant_id, domain, selector, private_key, public_key, checks,
         created_at)
       values ($1, lower($2), $2, $2, $2, jsonb_build_object('a', $2::text), now())),
     message as (
       insert into app.messages (tenant_id, id, channel, recipient, template, status, variables, mail,
         events)
       values ($1, $4, 'email', $2, 'message', 'failed', jsonb_build_object('subject', $2::text),
         jsonb_build_object('to', jsonb_build_array($2::text)),
         jsonb_build_array(jsonb_build_object('error', $2::text)))
       returning tenant_id, id),
     attached as (
       insert into app.message_attachments
         (tenant_id, message_id, position, filename, mime_type, content)
       select m.tenant_id, m.id, 1, $2, $2, convert_to($2, 'UTF8') from message m)
     insert into app.email_report_keys (tenant_id, secret, secret_preview, created_at)
     values ($1, $2, $2, now())`,
    [tenantId, marker, `etpl_${marker}`, `msg_2${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  email_suppressions: /^reason$/,
};
