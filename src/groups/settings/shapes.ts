import { z } from 'zod';
import { domainName } from '../../ground/shapes/hosts.ts';
import { countryCode, timestamp } from '../../ground/shapes/schemas.ts';
import { changesOf, isUrl, readOf, roleName, text, whole } from './fields.ts';
import { plainText } from './plain-text.ts';

/** Shapes of what a tenant decides for itself and how it looks; `auth-config-shapes.ts` has how its users sign in. */

const days = whole(1, 3650);
const governance = {
  audit_retention_days: days.meta({
    description: 'How far back the audit log shows; at most JOURNAL_RETENTION_DAYS of the server',
  }),
  session_duration_secs: whole(60, 31_536_000).meta({
    description: 'How long a sign-in lasts; applies to existing sessions too',
  }),
  password_min_length: whole(8, 1024),
  ip_allowlist: z
    .array(z.string().max(50))
    .max(1000)
    .meta({ description: 'Addresses and networks that may use the tenant; empty: all' }),
  require_mfa_roles: z.array(roleName).max(50),
  trash_retention_days: days.meta({
    description: 'Objects that have been in the trash for longer are removed for good',
  }),
  version_retention: whole(1, 10_000).meta({
    description: 'How many previous versions of an object are kept',
  }),
  event_retention_days: days.meta({ description: 'How far back events and changes show' }),
  data_region: text(50).meta({
    description: 'Where the data must be stored: REGION of this server',
  }),
  timezone: text(64).meta({
    description: 'The time zone for the days of statistics, such as Europe/Berlin; default UTC',
  }),
  default_country: countryCode.meta({
    description:
      'The country of phone numbers without a country code, such as DE; they are refused unless it is set',
  }),
  impersonation: z.enum(['allowed', 'refused']).meta({
    description:
      'Whether the operator may act as a user for 15 minutes, which the user and the audit log are told of. `refused` also ends the sessions that run',
  }),
};

export const GovernanceChanges = changesOf(governance).extend({
  force: z
    .boolean()
    .optional()
    .meta({ description: 'Accepts an ip_allowlist that locks the caller out' }),
});

export const Governance = readOf(
  { ...governance, updated_at: timestamp, updated_by: z.string() },
  Object.keys(governance)
    .concat('updated_at', 'updated_by')
    .filter(
      (name) => !/^(password_min_length|ip_allowlist|require_mfa_roles|impersonation)$/.test(name),
    ),
).meta({ id: 'Governance' });

export const brandName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform(plainText)
  .refine((name) => name !== '', 'must contain more than markup')
  .meta({ description: 'Plain text: markup is removed' });
const httpsUrl = z
  .string()
  .max(2000)
  .refine((value) => isUrl(value, ['https:']), 'must be an https URL');
const branding = {
  brand_name: brandName,
  logo_url: httpsUrl,
  favicon_url: httpsUrl,
  primary_color: z
    .string()
    .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'must be a color such as #0a7d4f'),
  footer_text: z
    .string()
    .max(2000)
    .transform(plainText)
    .meta({ description: 'Plain text: markup is removed' }),
  custom_css: z.string().max(50_000).meta({
    description: 'CSS that could load or run anything is removed: url(), @import, expression()',
  }),
  custom_domain: domainName.meta({
    description: 'Serves this tenant once it is verified',
    example: 'app.example.com',
  }),
};

export const BrandingChanges = changesOf(branding);

const nullableText = z.string().nullable();
const shownBranding = {
  brand_name: nullableText,
  logo_url: nullableText,
  favicon_url: nullableText,
  primary_color: nullableText,
  footer_text: nullableText,
  custom_css: nullableText,
  custom_domain: nullableText,
};
export const PublicBranding = z.object(shownBranding);
export const Branding = z
  .object({
    ...shownBranding,
    custom_domain_status: z.enum(['pending', 'verified', 'failed']).nullable(),
    custom_domain_dns: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .nullable()
      .meta({ description: 'The record that verifies the domain' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'Branding' });
