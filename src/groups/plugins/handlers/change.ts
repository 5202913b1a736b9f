import type { z } from 'zod';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { fromCatalog, readManifest } from '../catalog.ts';
import type { KindName } from '../kinds.ts';
import { requireSettings } from '../markers.ts';
import { nameOf, partsOf } from '../parts.ts';
import { noSettings, openSettings, readSettings, requireSecretsAgain } from '../settings.ts';
import type { Manifest, PluginSummary, pluginBody, pluginChanges } from '../shapes.ts';
import { plan, planRemoval } from './plan.ts';

interface Source {
  plugin: z.infer<typeof PluginSummary>;
  manifest: Manifest;
  secrets: Record<string, string>;
  /** Those that are still there. */
  parts: Array<{ kind: KindName; key: string; id: string }>;
}

/** POST /v1/plugins: everything in the manifest is made in one transaction, or nothing is. */
export async function installPlugin(
  call: HandlerCall<z.infer<typeof pluginBody>>,
): Promise<AnyAnswer> {
  const { manifest_json, config_json, ...args } = call.args;
  // Nothing is read, compiled or looked up for callers who may not install.
  await call.ask('plugin_list', {});
  const manifest = manifest_json ? readManifest(manifest_json) : await fromCatalog(nameFor(args));
  requireVersion(manifest, args.version);
  requireSettings(partsOf(manifest));
  const settings = await readSettings(manifest, config_json, noSettings, sealerOf(call));
  const isOn = args.enabled ?? true;
  const planned = await plan(call, new Map(), undefined, {
    parts: partsOf(manifest),
    settings,
    isOn,
  });
  return call.run('plugin_create', {
    ...args,
    name: manifest_json
      ? (args.name ?? manifest.title ?? manifest.name)
      : (manifest.title ?? args.name),
    made: {
      ...planned,
      slug: manifest.name,
      version: manifest.version,
      manifest,
      config: settings.config,
      secrets: settings.secrets,
      status: isOn ? 'enabled' : 'installed',
    },
  });
}

/** PATCH /v1/plugins/:plugin_id: another manifest, other settings, on and off are one thing: the parts become what they are to be. */
export async function changePlugin(
  call: HandlerCall<z.infer<typeof pluginChanges> & { plugin_id: string }>,
): Promise<AnyAnswer> {
  const { manifest_json, config_json, ...args } = call.args;
  const source = await call.ask<Source>('plugin_source', { plugin_id: args.plugin_id });
  const { plugin } = source;
  const manifest = await nextManifest(source, manifest_json, args.version);
  if (manifest_json) requireSettings(partsOf(manifest));
  const sealer = sealerOf(call);
  const stored = openSettings(plugin.config_json, source.secrets, sealer);
  const settings = await readSettings(manifest, config_json, stored, sealer);
  const isOn = args.enabled ?? plugin.enabled;
  const [old, next] = [partsOf(source.manifest), partsOf(manifest)];
  if (manifest_json || config_json)
    requireSecretsAgain({ parts: old, settings: stored }, { parts: next, settings });
  const planned = await plan(
    call,
    idsOf(source),
    { parts: old, settings: stored, isOn: plugin.enabled },
    { parts: next, settings, isOn },
  );
  const status = isOn ? 'enabled' : plugin.status === 'enabled' ? 'disabled' : plugin.status;
  return call.run('plugin_update', {
    ...args,
    made: {
      ...planned,
      basis: plugin.updated_at,
      version: manifest.version,
      manifest,
      config: settings.config,
      secrets: settings.secrets,
      status,
    },
  });
}

/** The kinds of parts that hold data, or protect it. */
const kept = new Set<KindName>([
  'object_types',
  'properties',
  'association_types',
  'policies',
  'roles',
]);

/** DELETE /v1/plugins/:plugin_id: what it has made goes, or all but the data and what guards them. */
export async function removePlugin(
  call: HandlerCall<{ plugin_id: string; keep_data?: boolean | undefined }>,
): Promise<AnyAnswer> {
  const { plugin_id, keep_data = false } = call.args;
  const source = await call.ask<Source>('plugin_source', { plugin_id });
  const parts = partsOf(source.manifest).filter(({ kind }) => !(keep_data && kept.has(kind)));
  const planned = await planRemoval(call, idsOf(source), parts);
  return call.run('plugin_delete', {
    ...call.args,
    made: { ...planned, basis: source.plugin.updated_at },
  });
}

const idsOf = ({ parts }: Source) => new Map(parts.map((part) => [nameOf(part), part.id]));

const sealerOf = ({ services, caller }: HandlerCall<unknown>) => ({
  box: services.box,
  tenant: caller.tenant,
});

function nameFor({ name }: { name?: string | undefined }): string {
  if (name !== undefined) return name;
  throw ApiError.invalid(
    'name',
    'required',
    'must name a plugin of the catalog, unless manifest_json is sent',
  );
}

function requireVersion({ version }: Manifest, given: string | undefined): void {
  if (given !== undefined && given !== version)
    throw ApiError.invalid('version', 'differs', `is not the one of the manifest, ${version}`);
}

async function nextManifest(
  { plugin, manifest }: Source,
  given: object | undefined,
  version: string | undefined,
): Promise<Manifest> {
  if (!given && (version === undefined || version === plugin.version)) return manifest;
  const next = given ? readManifest(given) : await fromCatalog(plugin.slug);
  requireVersion(next, version);
  if (next.name !== plugin.slug)
    throw ApiError.invalid(
      'manifest_json.name',
      'differs',
      `must stay ${plugin.slug}: install a plugin of another name separately`,
    );
  return next;
}
