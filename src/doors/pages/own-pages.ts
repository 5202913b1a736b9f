import type { Config } from '../../ground/config/config.ts';
import { version } from '../../ground/machine/version.ts';
import { escapeHtml, page } from '../../tools/answers/html.ts';
import type { Readiness } from './readiness.ts';

const logo =
  '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path d="M4 29V9l12-6 12 6v20z"/><g><path d="M9 12h4v5H9zm10 0h4v5h-4zM9 20h4v5H9zm10 0h4v5h-4z"/><path d="M14 29v-7a2 2 0 0 1 4 0v7z"/></g></svg>';

const features: readonly (readonly [title: string, text: string])[] = [
  [
    'Typed objects',
    'Define object types and properties at runtime: 22 data types, validated and indexed.',
  ],
  [
    'Walled-off tenants',
    'Every row belongs to a tenant, and row-level security in PostgreSQL keeps it there.',
  ],
  [
    'Nothing is lost',
    'Every change keeps the previous version. Deletes go to a trash, and destructive ones ask for confirmation.',
  ],
  [
    'Keys with limits',
    'API keys have scopes, allowed addresses, rate limits and an expiry, and rotate without downtime.',
  ],
];

/** The page that a browser shows at the server’s address. */
export function landingPage(config: Config, { isReady, checks }: Readiness): string {
  const fault = checks.database === 'ok' ? 'Shutting down' : 'The database is unreachable';
  const url = escapeHtml(config.baseUrl);
  return page(
    'Insula',
    '<link rel="stylesheet" href="/docs/assets/landing.css">',
    `<main>
  <header>
    <h1>${logo}Insula</h1>
    <p class="state ${isReady ? 'good' : 'bad'}">${isReady ? 'Healthy' : fault}</p>
  </header>
  <p class="lead">A multi-tenant backend for applications, with its logic in PostgreSQL.</p>
  <p>Model your data, store it, keep every version and hand out API keys, all through one API.</p>
  <nav>
    <a class="button" href="/docs">Documentation</a>
    <a href="/docs/openapi.json">OpenAPI 3.1</a>
    <a href="/health">Health</a>
    <a href="/ready">Readiness</a>
  </nav>
  <section class="features">
${features.map(([title, text]) => `    <article><h2>${title}</h2><p>${text}</p></article>`).join('\n')}
  </section>
  <section>
    <h2>Try it</h2>
    <p>Create an object type and an object, then list them. <code>INSULA_KEY</code> is the key that the first start printed.</p>
    <pre>curl ${url}/v1/object-types \\
  -H "Authorization: Bearer $INSULA_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"contacts"}'

curl ${url}/v1/objects/contacts \\
  -H "Authorization: Bearer $INSULA_KEY" \\
  -H "Content-Type: application/json" -d '{"properties":{"name":"Ada"}}'

curl ${url}/v1/objects/contacts/list -H "Authorization: Bearer $INSULA_KEY"</pre>
  </section>
  <footer>Insula ${version} · region ${escapeHtml(config.region)}</footer>
</main>`,
  );
}

/** The documentation: RapiDoc over our OpenAPI document, all from this server. docs.js sets its colours. */
export function docsPage(): string {
  return page(
    'Insula API',
    `<link rel="stylesheet" href="/docs/assets/docs.css">
<script type="module" src="/docs/assets/docs.js"></script>
<script type="module" src="/docs/assets/rapidoc-min.js"></script>`,
    `<rapi-doc spec-url="/docs/openapi.json" render-style="focused" layout="row" show-header="false" load-fonts="false"
  regular-font="system-ui, sans-serif" mono-font="ui-monospace, Menlo, Consolas, monospace" font-size="large"
  show-method-in-nav-bar="as-colored-text" nav-item-spacing="relaxed" show-curl-before-try="true"
  schema-style="table" schema-description-expanded="true" default-schema-tab="example" fill-request-fields-with-example="true"
  allow-authentication="true" allow-server-selection="false" allow-advanced-search="false" persist-auth="false"
  sort-tags="false" sort-endpoints-by="none" info-description-headings-in-navbar="true">
  <a slot="nav-logo" class="brand" href="/">${logo}<span>Insula</span></a>
</rapi-doc>
<noscript>This page needs JavaScript. The same content is in <a href="/docs/openapi.json">openapi.json</a>.</noscript>`,
  );
}
