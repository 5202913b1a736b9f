import type { Config } from '../config.ts';
import { version } from '../version.ts';

const style = `
  :root { color-scheme: light dark; --ink: #1d2430; --paper: #faf8f4; --soft: #6b7280; --line: #e4dfd5; --brand: #b4532a; --good: #2f7d4f; --bad: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --ink: #ece7df; --paper: #17191d; --soft: #9aa0aa; --line: #2d3036; --brand: #e58a5c; --good: #6cc08b; --bad: #f2867e; } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; }
  main { max-width: 44rem; margin: 0 auto; padding: 14vh 1.5rem 4rem; }
  h1 { font-size: 2.6rem; letter-spacing: -0.02em; margin: 0 0 .3rem; }
  p { margin: .6rem 0; } a { color: var(--brand); } .soft { color: var(--soft); }
  .state::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-right: .5rem; background: currentColor; }
  .good { color: var(--good); } .bad { color: var(--bad); }
  pre { background: color-mix(in srgb, var(--line) 40%, transparent); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; font-size: .85rem; }
  ul { padding: 0; list-style: none; display: flex; gap: 1.5rem; flex-wrap: wrap; margin: 1.6rem 0; }`;

/** What a person sees who opens the server's address in a browser. */
export function landingPage(config: Config, isReady: boolean): string {
  return page(
    'Insula',
    `<style>${style}</style>`,
    `<main>
  <h1>Insula</h1>
  <p>A multi-tenant backend for applications: typed objects, versions, keys and policies behind one API, with its logic in PostgreSQL.</p>
  <p class="state ${isReady ? 'good' : 'bad'}">${isReady ? 'Healthy' : 'The database is away'} · version ${version}</p>
  <ul>
    <li><a href="/docs">Documentation</a></li>
    <li><a href="/docs/openapi.json">OpenAPI 3.1</a></li>
    <li><a href="/health">Health</a></li>
    <li><a href="/ready">Readiness</a></li>
  </ul>
  <p class="soft">Try it with the key that the first start printed:</p>
  <pre>curl ${escapeHtml(config.baseUrl)}/v1/object-types -H "Authorization: Bearer $INSULA_KEY"</pre>
</main>`,
  );
}

/** The documentation: RapiDoc over our OpenAPI document, all from this server. */
export function docsPage(): string {
  return page(
    'Insula API',
    '<script type="module" src="/docs/assets/rapidoc-min.js"></script><script type="module" src="/docs/assets/docs.js"></script><style>body { margin: 0 }</style>',
    `<rapi-doc spec-url="/docs/openapi.json" render-style="focused" load-fonts="false" show-header="false"
  regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" font-size="large"
  primary-color="#b4532a" nav-bg-color="#1d2430" nav-text-color="#d9d4ca" nav-hover-bg-color="#2b3546"
  bg-color="#faf8f4" text-color="#1d2430" allow-authentication="true" allow-server-selection="false"
  schema-style="table" default-schema-tab="example" persist-auth="false" show-method-in-nav-bar="as-colored-block"
  use-path-in-nav-bar="false" sort-tags="false" sort-endpoints-by="none"></rapi-doc>`,
  );
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,">${head}</head>
<body>${body}</body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
