import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { AuthConfig, AuthConfigChanges } from './auth-config-shapes.ts';
import { prepareAuthConfig } from './handlers/auth-config.ts';
import { prepareBranding } from './handlers/branding.ts';
import { prepareGovernance } from './handlers/governance.ts';
import { prepareVerification } from './handlers/verify-domain.ts';
import { Branding, BrandingChanges, Governance, GovernanceChanges } from './shapes.ts';

export const routes: Route[] = notImpersonated([
  {
    id: 'auth_config.get',
    method: 'GET',
    path: '/v1/auth-config',
    scope: 'auth',
    isUncompressed: true,
    summary: 'Get the sign-in settings',
    isVersioned: true,
    carriesHeaders: true,
    returns: AuthConfig,
  },
  handled({
    id: 'auth_config.update',
    method: 'POST',
    path: '/v1/auth-config',
    scope: 'auth',
    isUncompressed: true,
    summary: 'Change the sign-in settings',
    description:
      'Merged into the current settings, at every depth; null restores the default. A secret sent back as it was shown keeps its value.',
    body: AuthConfigChanges,
    isVersioned: true,
    carriesHeaders: true,
    returns: AuthConfig,
    before: prepareAuthConfig,
    reads: ['captcha', 'oauth'],
    errors: ['FORBIDDEN'],
    example: { body: { jwt_expiry: 1800, password: { min_length: 10 } } },
  }),
  {
    id: 'governance.get',
    method: 'GET',
    path: '/v1/governance',
    scope: '*',
    summary: 'Get the tenant’s rules',
    isVersioned: true,
    returns: Governance,
  },
  handled({
    id: 'governance.update',
    method: 'PATCH',
    path: '/v1/governance',
    scope: '*',
    summary: 'Change the tenant’s rules',
    description: 'They apply from the next call on, also to users who are already signed in.',
    body: GovernanceChanges,
    isVersioned: true,
    returns: Governance,
    before: prepareGovernance,
    reads: ['data_region'],
    errors: ['PLAN_LIMIT_EXCEEDED', 'INVALID_STATE'],
    example: { body: { password_min_length: 12, session_duration_secs: 86_400 } },
  }),
  {
    id: 'branding.get',
    method: 'GET',
    path: '/v1/branding',
    scope: '*',
    summary: 'Get the branding',
    isVersioned: true,
    returns: Branding,
  },
  handled({
    id: 'branding.update',
    method: 'PATCH',
    path: '/v1/branding',
    scope: '*',
    summary: 'Change the branding',
    body: BrandingChanges,
    isVersioned: true,
    returns: Branding,
    before: prepareBranding,
    reads: ['custom_domain', 'custom_css'],
    example: { body: { brand_name: 'Acme', primary_color: '#0a7d4f' } },
  }),
  handled({
    id: 'branding.verify_domain',
    method: 'POST',
    path: '/v1/branding/verify-domain',
    scope: '*',
    limit: { name: 'verify-domain', points: 30, seconds: 300 },
    summary: 'Verify the custom domain by its TXT record in the DNS',
    description:
      'If the record is found, the domain leads to this tenant within a minute; if not, it no longer does.',
    returns: Branding,
    before: prepareVerification,
    errors: ['NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT', 'UPSTREAM_ERROR'],
  }),
]);
