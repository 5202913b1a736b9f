import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();
const withStripe = useServer({
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_page',
  TRUSTED_PROXIES: 'loopback',
});

it('docs/operate/billing.md shows what its lines answer, one after the other', async () => {
  await walk('docs/operate/billing.md', server, (lines) =>
    lines.replaceAll('http://localhost:3001', withStripe.url),
  );
});
