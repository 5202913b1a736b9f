import { expect, it } from 'vitest';
import { sources } from './sources.ts';

/** Calls that open a connection to another server. */
const opens =
  /(?<![.\w`])fetch\(|new (WebSocket|EventSource)\(|'nodemailer'|\bhttps?\.(request|get)\(|\b(request|connect)\b[^;]*from 'node:(https?|net|tls|http2)'|= url\.protocol === 'https:' \? https : http/;

it('everything that leaves the process goes through the one check of the hold', () => {
  const found = [...sources('src/**/*.ts')].flatMap(([path, text]) =>
    opens.test(text) ? path : [],
  );
  // The commands speak with the operator's own server; pages run in a browser.
  const server = found.filter((path) => !/^src\/(cli|docs|doors\/pages\/assets)\//.test(path));
  expect(server).toEqual([
    'src/outbound/exchange.ts',
    'src/outbound/safe-fetch.ts',
    'src/tools/messages/mailer.ts',
  ]);
});

it('every call to another server names the tenant that it leaves, but for those of the installation itself', () => {
  const found = [...sources('src/**/*.ts')].flatMap(([path, text]) =>
    /\.of\(null[,)]|requireOpen\(null\)|providerOf\([^()]*, null\)/.test(text) ? path : [],
  );
  // An event that Stripe has sent ends a subscription there that was replaced; the operator proves a host.
  expect(found).toEqual([
    'src/groups/billing/handlers/receive.ts',
    'src/groups/tenant-routes/proof.ts',
  ]);
});
