import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { plainText } from '../branding/plain-text.ts';
import { safeCss } from '../branding/safe-css.ts';
import { timestamp } from './schemas.ts';
import { changesOf, isHost, isUrl, readOf, roleName, text, whole } from './settings-fields.ts';

/** Shapes of what a tenant decides for itself and how it looks; `auth-config-shapes.ts` has how its users sign in. */
/** Shapes of what a tenant sets: auth-config, governance, branding. */

type Fields = Record<string, z.ZodType>;

/** A change of some fields: what is left out stays, null goes back to the default. */
const changesOf = (fields: Fields) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
  );
/** The same fields as they are read. Only those that are named may be null, or missing. */
const readOf = (fields: Fields, nullable: string[] = [], optional: string[] = []) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const shown = nullable.includes(name) ? field.nullable() : field;
        return [name, optional.includes(name) ? shown.optional() : shown];
      }),
    ),
  );

const on = { enabled: z.boolean() };
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
const text = (max: number) => z.string().min(1).max(max);
const roleName = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be the name of a role');
/** One that is sent back as it was shown stands for what is kept. */
const secret = text(4000).meta({
  description: 'Kept encrypted, shown as dots',
  format: 'password',
});
const webUrl = z
  .string()
  .max(2000)
  .refine((value) => isUrl(value, ['http:', 'https:']), 'must be a URL with http or https');
const httpsUrl = z
  .string()
  .max(2000)
  .refine((value) => isUrl(value, ['https:']), 'must be a URL with https');
const redirectPattern = z
  .string()
  .max(2000)
  .refine(isRedirect, 'must be a URL, whole or as a prefix that ends in /**');

function isUrl(value: string, protocols: string[]): boolean {
  if (/[\s\\<>"]/.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}

/** Of an application's own scheme too; never one that runs script. */
function isRedirect(value: string): boolean {
  const prefix = value.endsWith('/**') ? value.slice(0, -3) : value;
  if (/[\s\\*]/.test(prefix) || !URL.canParse(prefix)) return false;
  const { protocol, username, password } = new URL(prefix);
  return (
    !/^(javascript|data|vbscript|file|blob|about):$/.test(protocol) &&
    username === '' &&
    password === ''
  );
}

const email = {
  ...on,
  confirm: z.boolean().meta({ description: 'Sign-ups wait until the address is confirmed' }),
  double_confirm_changes: z
    .boolean()
    .meta({ description: 'A new address is confirmed at the old one too' }),
  otp_length: z.literal(6),
  otp_expiry: whole(60, 86_400).meta({ description: 'Seconds' }),
};
const phone = {
  ...on,
  confirm: z.boolean(),
  provider: z.literal('webhook'),
  otp_expiry: whole(30, 3600).meta({ description: 'Seconds' }),
};
const passkeys = {
  ...on,
  rp_id: z
    .string()
    .max(253)
    .refine(isHost, 'must be a host name')
    .meta({ description: 'Host of the application; null: that of BASE_URL' }),
  rp_name: text(100),
  origins: z.array(webUrl).max(20),
};
const mfa = {
  totp: z.boolean(),
  required_roles: z
    .array(roleName)
    .max(50)
    .meta({ description: 'Roles whose users need a second factor' }),
};
const provider = {
  ...on,
  issuer: webUrl.meta({ description: 'Of any OpenID Connect provider' }),
  client_id: text(500),
  client_secret: secret,
  scopes: z.array(text(200)).max(50),
  name: text(100).meta({ description: 'What it is called on a page' }),
  client_ids: z
    .array(text(500))
    .max(20)
    .meta({ description: 'Further clients whose id_tokens are taken, such as a mobile one' }),
  team_id: text(100).meta({ description: 'Of Apple, where client_secret is its private key' }),
  key_id: text(100).meta({ description: 'Of that key' }),
  response_mode: z.enum(['query', 'form_post']),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post']),
};
const captcha = {
  provider: z.enum(['turnstile', 'hcaptcha']),
  site_key: text(500),
  secret,
};
const password = {
  min_length: whole(8, 1024),
  require: z.array(z.enum(characterClasses)).max(4),
  hibp: z.boolean(),
};
const template = {
  subject: text(300),
  body: text(50_000),
  html: text(50_000),
  text: text(50_000),
};
const templateName = z.string().regex(/^[a-z][a-z_]{0,49}$/);
const providerName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be lower-case letters, digits, _ and -');
const plain = {
  disable_signup: z.boolean(),
  site_url: webUrl.meta({ description: 'Where users are sent when nothing else is said' }),
  redirect_allow_list: z.array(redirectPattern).max(100),
  jwt_expiry: whole(60, 86_400).meta({ description: 'Seconds that an access token lives' }),
  refresh_reuse_interval: whole(0, 60).meta({
    description: 'Seconds in which a refresh token that was just used answers the same again',
  }),
  default_role: roleName,
};
const sections = { email, phone, anonymous: on, magic_link: on, mfa, saml: on, password };

const each = (make: (fields: Fields) => z.ZodType) =>
  Object.fromEntries(Object.entries(sections).map(([name, fields]) => [name, make(fields)]));

export const AuthConfigChanges = changesOf({
  ...plain,
  ...each(changesOf),
  passkeys: changesOf(passkeys),
  oauth: z.record(providerName, changesOf(provider).nullable()),
  captcha: changesOf(captcha),
  templates: z.record(templateName, changesOf(template).nullable()),
});

export const AuthConfig = readOf(
  {
    ...plain,
    ...each((fields) => readOf(fields)),
    passkeys: readOf(passkeys, ['rp_id', 'rp_name']),
    oauth: z.record(z.string(), z.object(provider).partial()),
    captcha: readOf(captcha, ['provider', 'site_key'], ['secret']),
    templates: z.record(z.string(), z.object(template).partial()),
  },
  ['site_url'],
).meta({ id: 'AuthConfig' });

const days = whole(1, 3650);
const governance = {
  audit_retention_days: days.meta({
    description: 'How far back the audit log shows; JOURNAL_RETENTION_DAYS of the server at most',
  }),
  session_duration_secs: whole(60, 31_536_000).meta({
    description: 'How long a sign-in lasts, also of the sessions that there are',
  }),
  password_min_length: whole(8, 1024),
  ip_allowlist: z
    .array(z.string().max(50))
    .max(1000)
    .meta({ description: 'Addresses and networks that the tenant may be used from; none: all' }),
  require_mfa_roles: z.array(roleName).max(50),
  trash_retention_days: days.meta({ description: 'Older objects of the trash go for good' }),
  version_retention: whole(1, 10_000).meta({
    description: 'How many previous versions of an object are kept',
  }),
  event_retention_days: days.meta({ description: 'How far back events and changes show' }),
  data_region: text(50).meta({ description: 'Where the data must lie: REGION of this server' }),
};

export const GovernanceChanges = changesOf(governance).extend({
  force: z
    .boolean()
    .optional()
    .meta({ description: 'Takes an ip_allowlist that shuts the caller out' }),
});

export const Governance = readOf(
  { ...governance, updated_at: timestamp, updated_by: z.string() },
  Object.keys(governance)
    .concat('updated_at', 'updated_by')
    .filter((name) => !/^(password_min_length|ip_allowlist|require_mfa_roles)$/.test(name)),
).meta({ id: 'Governance' });

/** A domain in any script as the DNS knows it. What else stands in a URL is not cut off: it makes it none. */
const asciiHost = (value: string): string =>
  /[\s/\\?#@:[\]%]/.test(value) ? value : domainToASCII(value.replace(/\.$/, ''));

export const brandName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform(plainText)
  .refine((name) => name !== '', 'must hold more than markup')
  .meta({ description: 'Plain text: markup is taken out' });
const httpsUrl = z
  .string()
  .max(2000)
  .refine((value) => isUrl(value, ['https:']), 'must be a URL with https');
const branding = {
  brand_name: brandName,
  logo_url: httpsUrl,
  favicon_url: httpsUrl,
  primary_color: z
    .string()
    .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'must be a colour such as #0a7d4f'),
  footer_text: z
    .string()
    .max(2000)
    .transform(plainText)
    .meta({ description: 'Plain text: markup is taken out' }),
  custom_css: z.string().max(50_000).transform(safeCss).meta({
    description: 'Taken out of it is what could load or run anything: url(), @import, expression()',
  }),
  custom_domain: z
    .string()
    .max(253)
    .transform(asciiHost)
    .refine(
      (value) => isHost(value) && value.includes('.'),
      'must be a domain such as app.example.com',
    )
    .meta({ description: 'Leads to this tenant once it is verified', example: 'app.example.com' }),
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
