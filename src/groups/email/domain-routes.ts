import { z } from 'zod';
import { deleted, timestamp } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';

const reports = () => import('./handlers/report.ts');
const domains = () => import('./handlers/domains.ts');
const list = '/v1/email/domains';
const one = `${list}/:domain`;
const permission = 'email:manage';

const check = z.object({
  is_fine: z.boolean(),
  found: z.array(z.string()).meta({ description: 'Records as they are' }),
  explanation: z.string(),
});

const EmailDomain = z
  .object({
    domain: z.string(),
    verified: z.boolean(),
    records: z.array(
      z.object({
        type: z.literal('TXT'),
        name: z.string(),
        value: z.string(),
        is_required: z.boolean(),
        purpose: z.string(),
      }),
    ),
    checks: z
      .object({ dkim: check, spf: check, dmarc: check })
      .nullable()
      .meta({ description: 'null before the first check' }),
    checked_at: timestamp.nullable(),
    verified_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'EmailDomain' });

const name = z
  .string()
  .max(253)
  .regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
    'must be a domain',
  );

/** The domains that emails may come from, and the sender of their delivery reports. */
export const domainRoutes: Route[] = notImpersonated([
  {
    id: 'email_domain.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List sender domains',
    description: 'A tenant has up to 50.',
    carriesHeaders: true,
    returns: z.array(EmailDomain),
    after: lazy(domains, 'showDomains'),
  },
  handled({
    id: 'email_domain.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Add a sender domain',
    description:
      'Answers with the DNS records that prove the domain. Emails from it are signed (DKIM) with their own key.',
    body: z.object({ domain: name }),
    returns: EmailDomain,
    before: lazy(domains, 'prepareDomain'),
    reads: ['domain'],
    after: lazy(domains, 'showDomain'),
    errors: ['ALREADY_EXISTS', 'CONFLICT'],
    example: { body: { domain: 'example.com' } },
  }),
  {
    id: 'email_domain.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get a sender domain',
    returns: EmailDomain,
    after: lazy(domains, 'showDomain'),
  },
  handled({
    id: 'email_domain.verify',
    method: 'POST',
    path: `${one}/verify`,
    scope: 'write',
    permission,
    summary: 'Check the DNS records of a sender domain',
    description:
      'Looks up the DKIM record, which proves the domain, and checks SPF and DMARC. A domain whose DKIM record is gone is no longer proved.',
    returns: EmailDomain,
    before: lazy(domains, 'prepareVerification'),
    reads: ['domain'],
    after: lazy(domains, 'showDomain'),
    errors: ['UPSTREAM_ERROR', 'CONFLICT'],
  }),
  {
    id: 'email_domain.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Remove a sender domain',
    description: 'Emails from this domain that are still queued will fail.',
    returns: deleted,
  },
  {
    id: 'email_report_secret.rotate',
    method: 'POST',
    path: '/v1/email/report-secret',
    scope: '*',
    permission,
    summary: 'Rotate the secret for delivery reports',
    description: 'The previous secret stops working immediately.',
    hasSecret: true,
    returns: z
      .object({ secret: z.string(), secret_preview: z.string(), url: z.string() })
      .meta({ id: 'EmailReportSecret' }),
    before: lazy(reports, 'prepareRotation'),
    after: lazy(reports, 'showSecret'),
  },
]);
