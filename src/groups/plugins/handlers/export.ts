import type { z } from 'zod';
import type { HandlerCall } from '../../../operations/handler.ts';
import { permissionOf } from '../../../operations/route.ts';
import { readManifest } from '../catalog.ts';
import { type Body, type KindName, kindNames, kindOf } from '../kinds.ts';
import { nameOf, type Part, partsOf } from '../parts.ts';
import type { exportBody, Manifest } from '../shapes.ts';
import { otherThings } from './left-out.ts';
import type { LeftOut } from './portable.ts';
import { partsOfTenant } from './tenant-parts.ts';

/** POST /v1/plugins/export: what the tenant has set up itself, as a manifest that another tenant can install. */
export async function exportPlugin(call: HandlerCall<z.infer<typeof exportBody>>): Promise<string> {
  const { include, with_plugins = false, ...about } = call.args;
  const kinds = new Set<KindName>(include ?? kindNames);
  const owned = new Set(await call.ask<string[]>('plugin_owned', {}));
  const { parts, leftOut } = await partsOfTenant(
    call,
    kinds,
    (kind, id) => kinds.has(kind) && (with_plugins || !owned.has(nameOf({ kind, key: id }))),
  );
  const others = include ? [] : await otherThings(call);
  const plugins = with_plugins || include ? [] : await pluginsLeftOut(call);
  const manifest = readManifest({ ...about, permissions: [], ...parts });
  return JSON.stringify({
    manifest_json: { ...about, permissions: permissionsFor(call, manifest), ...parts },
    left_out: [...leftOut, ...plugins, ...others].toSorted(byName),
  });
}

const byName = (a: LeftOut, b: LeftOut): number =>
  `${a.kind}/${a.key}` < `${b.kind}/${b.key}` ? -1 : 1;

const pluginsLeftOut = async (call: HandlerCall<unknown>): Promise<LeftOut[]> =>
  (await call.ask<Array<{ slug: string }>>('plugin_list', {})).map(({ slug }) => ({
    kind: 'plugins',
    key: slug,
    why: 'unsupported',
  }));

/** The permissions that installing it needs. Its author adds what its automations and functions do besides. */
function permissionsFor(call: HandlerCall<unknown>, manifest: Manifest): string[] {
  const parts = partsOf(manifest);
  const kinds = new Set(parts.map(({ kind }) => kind));
  const making = [...kinds].map((kind) =>
    permissionOf(call.findRoute('POST', kindOf(kind).path.replace(':parent', 'x')).route),
  );
  const needed = parts.flatMap(neededFor);
  return [...new Set(['objects:read', 'objects:write', ...making, ...needed])].sort();
}

/** The permissions that making a part takes besides the right to its kind. */
function neededFor({ kind, body }: Part): string[] {
  const { permissions, ai_index, schedule, settings, config_json } = body;
  const mails = (settings as Body | undefined)?.notify_emails as unknown[] | undefined;
  if (kind === 'roles') return (permissions as string[] | undefined) ?? [];
  return [
    ...(kind === 'object_types' && ai_index ? ['ai:manage'] : []),
    ...((kind === 'reports' && schedule) || (kind === 'forms' && mails?.length)
      ? ['email:manage']
      : []),
    ...((kind === 'reports' || kind === 'widgets') && (config_json as Body | undefined)?.sql
      ? ['sql:read']
      : []),
  ];
}
