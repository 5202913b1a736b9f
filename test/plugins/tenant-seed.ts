import { randomUUID } from 'node:crypto';
import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A plugin that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  // A tenant may be seeded twice.
  const name = `seeded-${randomUUID().slice(0, 8)}`;
  const { body } = await api.post('/v1/plugins', {
    name: marker,
    manifest_json: {
      name,
      title: marker,
      version: '1.0.0',
      description: marker,
      permissions: ['object_types:manage'],
      settings_schema: { properties: { word: { type: 'string' } } },
      object_types: [{ name, display_name: { $setting: 'word' } }],
    },
    config_json: { word: marker },
  });
  return { plugin_id: body.data.id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with plugin as (
       insert into app.plugins (tenant_id, id, slug, name, version, manifest_json, permissions, config_json, secrets,
         status, installed_by, installed_at, updated_at)
       values ($1, $3, 'seeded-row', $2, '1.0.0', to_jsonb($2::text), array[$2::text], to_jsonb($2::text),
         to_jsonb($2::text), 'enabled', $2, now(), now()))
     insert into app.plugin_parts (tenant_id, plugin_id, kind, key, resource_id) values ($1, $3, $2, $2, $2)`,
    [tenantId, marker, `plg_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  plugins: /^(slug|version|status|permissions)$/,
};
