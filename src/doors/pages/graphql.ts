import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Where the page's scripts and styles are: those of the package ruru, from this server. */
export const ruruAssets = '/docs/assets/ruru';
export const ruruFolder = join(dirname(require.resolve('ruru/server')), '..', 'static');

/**
 * A page for asking in GraphQL, and the policy under which it runs. Loaded with the first visit.
 * @param endpoint the path that it asks
 */
export async function graphqlPage(endpoint: string): Promise<{ html: string; policy: string }> {
  const { ruruHTML } = await import('ruru/server');
  const page = ruruHTML({
    staticPath: `${ruruAssets}/`,
    endpoint,
    editorTheme: { light: 'light', dark: 'dark' },
  } as Parameters<typeof ruruHTML>[0]);
  // Else browsers ask for one of the whole server.
  const html = page.replace('<head>', '<head><link rel="icon" href="data:,">');
  // Its inline scripts and no others; the editor makes styles, and workers out of its own scripts.
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}
