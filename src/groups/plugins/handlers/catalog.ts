import type { z } from 'zod';
import type { HandlerCall } from '../../../operations/handler.ts';
import { catalog } from '../catalog.ts';
import type { CatalogPlugin, PluginSummary } from '../shapes.ts';

/** GET /v1/plugins/catalog: the bundled plugins, and which of them are installed. */
export async function listCatalog(call: HandlerCall): Promise<string> {
  const installed = await call.ask<Array<z.infer<typeof PluginSummary>>>('plugin_list', {});
  const all: Array<z.infer<typeof CatalogPlugin>> = (await catalog()).map((manifest) => {
    const own = installed.find(({ slug }) => slug === manifest.name);
    return {
      name: manifest.name,
      title: manifest.title ?? null,
      version: manifest.version,
      description: manifest.description ?? null,
      permissions: manifest.permissions,
      manifest_json: manifest,
      installed: own ? { id: own.id, version: own.version } : null,
    };
  });
  return JSON.stringify(all);
}
