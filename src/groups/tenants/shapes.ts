import { z } from 'zod';
import { timestamp } from '../../ground/shapes/schemas.ts';
import { email, newPassword } from '../../tools/sign-in/shapes.ts';
import { flags } from '../feature-flags/shapes.ts';
import { Maintenance } from '../platform-settings/shapes.ts';
import { PublicBranding } from '../settings/shapes.ts';

export const OwnTenant = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    status: z.string(),
    plan_tier: z.string(),
    region: z.string().nullable(),
    brand_name: z.string(),
    custom_domain: z.string().nullable(),
    counts: z.object({ objects: z.number().int() }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OwnTenant' });

export const TenantConfig = z.object({
  tenant_id: z.string(),
  brand_name: z.string(),
  branding: PublicBranding,
  auth: z.object({
    providers: z.array(
      z.object({ provider: z.string(), name: z.string(), type: z.enum(['oidc', 'oauth', 'saml']) }),
    ),
    email: z.boolean(),
    phone: z.boolean(),
    anonymous: z.boolean(),
    magic_link: z.boolean(),
    passkeys: z.boolean(),
    saml: z.boolean(),
    mfa: z.boolean(),
    disable_signup: z.boolean(),
    password_min_length: z.number().int(),
    captcha: z.object({ provider: z.string().nullable(), site_key: z.string().nullable() }),
  }),
  locale: z.string(),
  realtime_url: z.string(),
  flags: flags.meta({ description: 'The public feature flags' }),
  maintenance: Maintenance.nullable().meta({ description: 'Announced by the operator' }),
});

export const credentials = z.object({ email, password: newPassword });
