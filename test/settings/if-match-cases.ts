import { type IfMatchCases, settings } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  governance: settings(['governance.get', 'governance.update'], '/v1/governance', [
    'PATCH',
    { password_min_length: 12 },
  ]),
  branding: settings(['branding.get', 'branding.update'], '/v1/branding', [
    'PATCH',
    { brand_name: 'Acme' },
  ]),
  'auth-config': settings(['auth_config.get', 'auth_config.update'], '/v1/auth-config', [
    'POST',
    { jwt_expiry: 1800 },
  ]),
};
