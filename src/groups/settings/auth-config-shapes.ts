import { z } from 'zod';
import { isHost } from '../../ground/shapes/hosts.ts';
import { maxTemplateLength } from '../../tools/messages/templates.ts';
import { characterClasses } from '../../tools/sign-in/password-rules.ts';
import { changesOf, type Fields, readOf, roleName, text, webUrl, whole } from './fields.ts';

const on = { enabled: z.boolean() };
/** One that is sent back masked means the stored one. */
const secret = text(4000).meta({
  description: 'Stored encrypted, shown as dots',
  format: 'password',
});
const redirectPattern = z
  .string()
  .max(2000)
  .refine(isRedirect, 'must be a complete URL, or a prefix that ends in /**');

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
    .meta({ description: 'A new address must also be confirmed at the old one' }),
  otp_length: z.literal(6),
  otp_expiry: whole(60, 86_400).meta({ description: 'Seconds until a code or link expires' }),
};
const phone = {
  ...on,
  confirm: z.boolean(),
  provider: z.literal('webhook'),
  otp_expiry: whole(30, 3600).meta({ description: 'Seconds until a code expires' }),
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
  issuer: webUrl.meta({ description: 'For any OpenID Connect provider' }),
  client_id: text(500),
  client_secret: secret,
  scopes: z.union([z.array(text(200)).max(50), text(2000)]),
  name: text(100).meta({ description: 'The name shown to people' }),
  client_ids: z.array(text(500)).max(20).meta({
    description: 'Ids of further clients of the application, whose id_tokens are accepted',
  }),
  team_id: text(100).meta({ description: 'For Apple, as is key_id' }),
  key_id: text(100),
  authorization_endpoint: webUrl.meta({ description: 'For a provider without an issuer' }),
  token_endpoint: webUrl,
  userinfo_endpoint: webUrl,
  emails_endpoint: webUrl,
  profile: z
    .record(text(100), text(200))
    .meta({ description: 'Paths of the fields in the answer of userinfo_endpoint' }),
  email_verified: z.union([z.boolean(), text(200)]).meta({
    description:
      'The claim that tells whether the email is verified; true for a provider that only returns verified ones',
  }),
  response_mode: z.enum(['query', 'form_post']),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
  has_nonce: z.boolean(),
  authorization_params: z.record(text(100), text(2000)),
};
const captcha = {
  provider: z.enum(['turnstile', 'hcaptcha']),
  site_key: text(500),
  secret,
  verify_url: webUrl.meta({
    description: 'The endpoint of your own service with the same interface',
  }),
};
const portal = {
  ...on,
  object_type_id: text(200).meta({
    description: 'The object type of the contacts; it needs a unique property of the type email',
  }),
};
const password = {
  min_length: whole(8, 1024),
  require: z.array(z.enum(characterClasses)).max(4),
  hibp: z.boolean(),
};
const template = {
  subject: text(maxTemplateLength.subject),
  text: text(maxTemplateLength.text),
  html: text(maxTemplateLength.html),
  sms: text(maxTemplateLength.sms),
};
const templateName = z.string().regex(/^[a-z][a-z_]{0,49}$/);
const providerName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must contain only lower-case letters, digits, _ and -');
const plain = {
  disable_signup: z.boolean(),
  site_url: webUrl.meta({ description: 'Where users are sent when nothing else is specified' }),
  redirect_allow_list: z.array(redirectPattern).max(100),
  jwt_expiry: whole(60, 86_400).meta({ description: 'Seconds until an access token expires' }),
  refresh_reuse_interval: whole(0, 60).meta({
    description:
      'Seconds during which a refresh token that was just used gets the same answer again',
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
  portal: changesOf(portal),
  templates: z.record(templateName, changesOf(template).nullable()),
});

export const AuthConfig = readOf(
  {
    ...plain,
    ...each((fields) => readOf(fields)),
    passkeys: readOf(passkeys, ['rp_id', 'rp_name']),
    oauth: z.record(z.string(), z.object(provider).partial()),
    portal: readOf(portal, ['object_type_id']),
    captcha: readOf(captcha, ['provider', 'site_key'], ['secret', 'verify_url']),
    templates: z.record(z.string(), z.object(template).partial()),
  },
  ['site_url'],
).meta({ id: 'AuthConfig' });
