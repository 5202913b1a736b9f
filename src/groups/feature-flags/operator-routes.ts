import { z } from 'zod';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { FeatureFlag, flagFields, flagKey } from './shapes.ts';

const list = '/admin/feature-flags';
const one = `${list}/:flag_key`;
const scopes = { scope: 'platform', platformScope: 'flags' } as const;

export const operatorRoutes: Route[] = [
  {
    id: 'feature_flag.list',
    method: 'GET',
    path: list,
    ...scopes,
    summary: 'List feature flags, newest first',
    query: offsetQuery,
    returns: z.object({ flags: z.array(FeatureFlag), ...total }),
  },
  {
    id: 'feature_flag.create',
    method: 'POST',
    path: list,
    ...scopes,
    status: 201,
    summary: 'Create a feature flag',
    description:
      'A tenant has it if its own `features[key]` is true, and not if that is false; otherwise if the flag is enabled and the ' +
      'first 32 bits of SHA-256(`key:tenant_id`), as a share of 100, are below `percentage`.',
    body: flagFields.extend({ key: flagKey }),
    isVersioned: true,
    returns: FeatureFlag,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { key: 'new-editor', is_enabled: true, percentage: 10 } },
  },
  {
    id: 'feature_flag.get',
    method: 'GET',
    path: one,
    ...scopes,
    summary: 'Get a feature flag',
    isVersioned: true,
    returns: FeatureFlag,
  },
  {
    id: 'feature_flag.update',
    method: 'PATCH',
    path: one,
    ...scopes,
    summary: 'Change a feature flag',
    description: 'Raising the percentage takes it from no tenant.',
    body: flagFields,
    isVersioned: true,
    returns: FeatureFlag,
    example: { body: { percentage: 50 } },
  },
  {
    id: 'feature_flag.delete',
    method: 'DELETE',
    path: one,
    ...scopes,
    summary: 'Delete a feature flag',
    isConditional: true,
    returns: deleted,
  },
];
