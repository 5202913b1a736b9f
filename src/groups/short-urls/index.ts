import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const shortUrls: Group = {
  name: 'short-urls',
  description:
    'Short URLs that redirect to a page or a file, with passwords, expiry, limits and statistics. See docs/data/short-urls.md.',
  routes,
  events: { short_url: 'created updated deleted clicked' },
  parameters: { short_url_id: 'The id of a short URL', slug: 'The part after /s/' },
  lanes: [async () => (await import('./lane.ts')).startShortUrlLane],
  exports: {
    short_urls: 'Short URLs that you created',
  },
};
