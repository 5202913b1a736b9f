/** Stands where a secret stood that was given up with its ENCRYPTION_KEY: sealed for every version, and opened by no key. */
export const lostSecret = 'enc:v1:lost';

/** Such a one as it is shown; sent back, it means what is stored. */
export const lostMask = '•••• lost';

/** Whether a text is what a stored secret is shown as, in dots. */
export const isDots = (text: string): boolean => /^•+( lost)?$/.test(text);

/** The remedies for secrets that cannot be decrypted, by the prefix of their place. */
const remedies: [place: string, remedy: string][] = [
  ['webhooks.secret', 'POST /v1/webhooks/:webhook_id/rotate-secret makes a new one'],
  ['headers.', 'send the header again with a change of its record'],
  ['functions.env', 'send the value again in `env` with PATCH /v1/functions/:function_id'],
  ['ai_providers.api_key', 'send `api_key` again with PATCH /v1/ai-providers/:provider_id'],
  ['integrations.secret', 'POST /v1/integrations/:integration_id/rotate-secret makes a new one'],
  ['integrations.', 'send `config_json` with it again with PATCH /v1/integrations/:integration_id'],
  ['plugins.', 'send `config_json` with it again with PATCH /v1/plugins/:plugin_id'],
  ['email_domains.private_key', 'remove the domain, and add it again'],
  ['email_report_keys.secret', 'POST /v1/email/report-secret makes a new one'],
  [
    'mfa_factors.secret',
    'use a recovery code, or ask an administrator to remove the factor, and enroll again',
  ],
  ['auth_config.', 'send it again with POST /v1/auth-config'],
];

/** Says how to replace a secret that cannot be decrypted. @param place as the Box knows it */
export function remedyOf(place: string): string {
  const found = remedies.find(([begin]) => place.startsWith(begin));
  return found?.[1] ?? 'set it again';
}
