import type { z } from 'zod';
import type { HandlerCall } from '../../../http/handler.ts';
import { permissionOf } from '../../../http/route.ts';
import { readManifest } from '../catalog.ts';
import { kindNames, kindOf } from '../kinds.ts';
import { nameOf, partsOf } from '../parts.ts';
import type { exportBody } from '../shapes.ts';
import { partsOfTenant } from './tenant-parts.ts';

/** POST /v1/plugins/export: what the tenant has set up itself, as a manifest that another tenant can install. */
export async function exportPlugin(call: HandlerCall<z.infer<typeof exportBody>>): Promise<string> {
  const { include = kindNames, with_plugins = false, ...about } = call.args;
  const owned = new Set(await call.ask<string[]>('plugin_owned', {}));
  const parts = await partsOfTenant(
    call,
    new Set(include),
    (kind, id) => include.includes(kind) && (with_plugins || !owned.has(nameOf({ kind, key: id }))),
  );
  const manifest = readManifest({ ...about, permissions: [], ...parts });
  return JSON.stringify({
    manifest_json: { ...about, permissions: permissionsFor(call, manifest), ...parts },
  });
}

/** What installing it needs. What its automations and functions do besides is for its author to add. */
function permissionsFor(call: HandlerCall<unknown>, manifest: Parameters<typeof partsOf>[0]) {
  const kinds = new Set(partsOf(manifest).map(({ kind }) => kind));
  const making = [...kinds].map((kind) =>
    permissionOf(call.findRoute('POST', kindOf(kind).path.replace(':parent', 'x')).route),
  );
  return [...new Set(['objects:read', 'objects:write', ...making])].sort();
}
