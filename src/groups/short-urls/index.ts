import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const shortUrls: Group = {
  name: 'short-urls',
  description:
    'Short addresses that lead on to a page or a file, with passwords, expiry, limits and statistics. docs/data/short-urls.md walks through.',
  routes,
  events: { short_url: 'created updated deleted clicked' },
  parameters: { short_url_id: 'The id of a short URL', slug: 'What stands behind /s/' },
  lanes: [async () => (await import('./lane.ts')).startShortUrlLane],
};
