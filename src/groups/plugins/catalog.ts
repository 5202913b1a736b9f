import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { ApiError } from '../../ground/errors.ts';
import { checkBody } from '../../operations/body-shape.ts';
import { Manifest } from './shapes.ts';

const folder = new URL('catalog/', import.meta.url);
const shape = z.object({ manifest_json: Manifest });

/** A manifest as a request or a file brings it, checked. @throws ApiError 400 that names the field */
export const readManifest = (given: unknown): Manifest =>
  (checkBody(shape, { manifest_json: given }) as { manifest_json: Manifest }).manifest_json;

let read: Promise<Manifest[]> | undefined;

/** The bundled plugins, by name. Each is a file in catalog/. */
export function catalog(): Promise<Manifest[]> {
  read ??= readAll();
  return read;
}

async function readAll(): Promise<Manifest[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(
    names.map(async (name) => readManifest(parse(await readFile(new URL(name, folder), 'utf8')))),
  );
}

/** One of them. @throws ApiError 404 */
export async function fromCatalog(name: string): Promise<Manifest> {
  const all = await catalog();
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const known = all.map((one) => one.name).join(', ');
  throw new ApiError(
    'NOT_FOUND',
    `There is no plugin ${name.slice(0, 100)} in the catalog (${known}). Send its manifest_json.`,
    { param: 'name', details: { resource: 'plugin' } },
  );
}
