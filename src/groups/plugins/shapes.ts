import { z } from 'zod';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { kindNames } from './kinds.ts';

const permission = z
  .string()
  .regex(
    /^[a-z][a-z_]{0,39}:(\*|[a-z][a-z_]{0,39})(:[a-zA-Z0-9_-]{1,80})?$/,
    'must be a permission such as objects:write:invoices. A plugin must list the permissions that it needs: * is not allowed',
  );
const version = z
  .string()
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,40})?$/, 'must be a version such as 1.2.0');
const slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'must contain only lower-case letters, digits and -, at most 63',
  );
const parts = z.array(openMap).max(1000);

/** The contents of a plugin. Each part is the body of the request that makes it. */
const manifestShape = z.object({
  name: slug.meta({ description: 'The unique name of the plugin; a tenant can install it once' }),
  title: z.string().min(1).max(200).optional(),
  version,
  description: z.string().max(2000).optional(),
  permissions: z.array(permission).max(500).default([]).meta({
    description: 'The permissions that limit its parts, regardless of the user they act as',
  }),
  settings_schema: openMap
    .optional()
    .meta({ description: 'JSON Schema of config_json; `writeOnly` fields are secrets' }),
  ...(Object.fromEntries(kindNames.map((kind) => [kind, parts.optional()])) as {
    [kind in (typeof kindNames)[number]]: z.ZodOptional<typeof parts>;
  }),
});
export const Manifest = manifestShape.meta({ id: 'PluginManifest' });
export type Manifest = z.infer<typeof manifestShape>;

const status = z.enum(['installed', 'enabled', 'disabled']);
const summary = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string().nullable(),
  permissions: z.array(z.string()),
  config_json: openMap.meta({ description: 'Secret settings are masked' }),
  status: status.meta({ description: '`installed`: it was never enabled' }),
  enabled: z.boolean(),
  installed_by: z.string().nullable(),
  installed_at: timestamp,
  updated_at: timestamp,
});
export const PluginSummary = summary.meta({ id: 'PluginSummary' });

const kind = z.enum(kindNames);
export const Plugin = summary
  .extend({
    manifest_json: openMap,
    parts: z.array(z.object({ kind, key: z.string(), id: z.string() })),
  })
  .meta({ id: 'Plugin' });

export const PluginChanged = Plugin.extend({
  changes: z.array(
    z.object({
      action: z.enum(['create', 'update', 'delete']),
      kind,
      key: z.string(),
      fields: z.array(z.string()).optional().meta({ description: 'The fields that change' }),
    }),
  ),
}).meta({ id: 'PluginChanged' });

const config = openMap.meta({
  description: 'Its settings, as defined by settings_schema of the manifest. Replaced as a whole',
});
const enabled = z.boolean().meta({ description: 'Default true' });
const manifest = openMap.meta({ description: 'See docs/connect/plugins.md' });

export const pluginBody = z.object({
  name: z.string().min(1).max(200).optional().meta({
    description: 'The name of a plugin of the catalog; with a manifest, the name to give it here',
  }),
  version: version.optional().meta({ description: 'Default: that of the manifest' }),
  manifest_json: manifest.optional(),
  config_json: config.optional(),
  enabled: enabled.optional(),
});

export const pluginChanges = z.object({
  name: z.string().min(1).max(200).optional(),
  version: version.optional().meta({
    description:
      'With a manifest: its version. Without: the version of the catalog’s plugin to upgrade to',
  }),
  manifest_json: manifest.optional(),
  config_json: config.optional(),
  enabled: enabled.optional(),
});

export const CatalogPlugin = z
  .object({
    name: z.string(),
    title: z.string().nullable(),
    version: z.string(),
    description: z.string().nullable(),
    permissions: z.array(z.string()),
    manifest_json: openMap,
    installed: z
      .object({ id: z.string(), version: z.string() })
      .nullable()
      .meta({ description: 'The version that this tenant has installed' }),
  })
  .meta({ id: 'CatalogPlugin' });

export const exportBody = z.object({
  name: slug,
  version: version.default('1.0.0'),
  title: z.string().min(1).max(200).optional(),
  description: z.string().max(2000).optional(),
  include: z
    .array(kind)
    .min(1)
    .max(kindNames.length)
    .optional()
    .meta({ description: 'Default: every kind' }),
  with_plugins: z
    .boolean()
    .optional()
    .meta({ description: 'Include parts created by plugins. Default false' }),
});

/** Something that an export does not hold. */
export const LeftOut = z
  .object({
    kind: z.string(),
    key: z.string().meta({
      description:
        'Its name, `*` for all of a kind, or the missing field of an included part: `boss.permissions`',
    }),
    why: z.enum(['secret', 'data', 'user', 'operator', 'unsupported']),
  })
  .meta({ id: 'PluginLeftOut' });
