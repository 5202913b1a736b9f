import { z } from 'zod';
import { confirmQuery, deleted, flag, openMap } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import {
  CatalogPlugin,
  exportBody,
  LeftOut,
  Plugin,
  PluginChanged,
  PluginSummary,
  pluginBody,
  pluginChanges,
} from './shapes.ts';

const list = '/v1/plugins';
const one = '/v1/plugins/:plugin_id';
const permission = 'plugins:manage';
const change = () => import('./handlers/change.ts');

/** Errors of a part are also errors of the whole. */
const ofParts = [
  'ALREADY_EXISTS',
  'CONFLICT',
  'DEPENDENCY_EXISTS',
  'FILTER_TOO_EXPENSIVE',
  'FUNCTION_ERROR',
  'IMMUTABLE_FIELD',
  'INSUFFICIENT_SCOPE',
  'INVALID_FILTER',
  'INVALID_STATE',
  'INVARIANT_VIOLATED',
  'NOT_FOUND',
  'PLAN_LIMIT_EXCEEDED',
  'SQL_ERROR',
  'UNKNOWN_PROPERTY',
] as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'plugin.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List plugins, newest first',
    carriesHeaders: true,
    returns: z.array(PluginSummary),
  },
  handled({
    id: 'plugin.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Install a plugin',
    description:
      'Name a plugin of the catalog, or send a manifest. All parts are created in one ' +
      'transaction, with the rights that both you and the manifest’s permissions have. With ' +
      '`?dry_run=true` the parts are listed but not created.',
    body: pluginBody,
    isVersioned: true,
    isPatient: true,
    mayRefuse: true,
    returns: PluginChanged,
    handler: lazy(change, 'installPlugin'),
    errors: [...ofParts],
    example: {
      body: {
        manifest_json: {
          name: 'welcome',
          version: '1.0.0',
          permissions: ['automations:manage', 'objects:write'],
          automations: [{ name: 'Welcome', trigger_event: 'object.created', actions: [] }],
        },
      },
    },
  }),
  {
    id: 'plugin.catalog',
    method: 'GET',
    path: `${list}/catalog`,
    scope: 'read',
    permission,
    isComposed: true,
    summary: 'List bundled plugins and the permissions they request',
    returns: z.array(CatalogPlugin),
    handler: lazy(() => import('./handlers/catalog.ts'), 'listCatalog'),
  },
  handled({
    id: 'plugin.export',
    method: 'POST',
    path: `${list}/export`,
    scope: 'read',
    permission,
    isMutation: false,
    isComposed: true,
    summary: 'Export the configuration of this tenant as a manifest',
    description:
      'Configuration as code: everything that you may list, as a manifest that another tenant ' +
      'can install unchanged. The environment of functions and secret headers become settings. ' +
      'Parts created by plugins are left out unless with_plugins is true; `left_out` names ' +
      'everything that the manifest does not hold.',
    body: exportBody,
    returns: z.object({ manifest_json: openMap, left_out: z.array(LeftOut) }),
    handler: lazy(() => import('./handlers/export.ts'), 'exportPlugin'),
    looks: ['plugin_owned'],
    errors: ['INSUFFICIENT_SCOPE'],
    example: {
      body: { name: 'my-app', version: '1.0.0', include: ['object_types', 'properties'] },
    },
  }),
  {
    id: 'plugin.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get a plugin with its manifest and its parts',
    isVersioned: true,
    returns: Plugin,
  },
  handled({
    id: 'plugin.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change, upgrade, enable or disable a plugin',
    description:
      'Brings its parts in line with the manifest, the settings and `enabled`: only differences ' +
      'are applied, and manual changes to other fields are kept. If data would be lost, it asks ' +
      'for confirmation first, as a delete does.',
    query: confirmQuery,
    body: pluginChanges,
    isVersioned: true,
    isPatient: true,
    mayRefuse: true,
    returns: PluginChanged,
    handler: lazy(change, 'changePlugin'),
    looks: ['plugin_source'],
    errors: [...ofParts],
    example: { body: { enabled: false } },
  }),
  handled({
    id: 'plugin.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Uninstall a plugin',
    description:
      'Removes everything that it created, including data, after confirmation. With ' +
      '`?keep_data=true`, object types and properties are kept, with the policies and roles that ' +
      'protect them.',
    query: confirmQuery.extend({
      keep_data: flag.optional().meta({ description: 'Default false' }),
    }),
    isConditional: true,
    isPatient: true,
    mayRefuse: true,
    returns: deleted,
    handler: lazy(change, 'removePlugin'),
    errors: [...ofParts],
  }),
]);
