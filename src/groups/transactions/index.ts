import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const transactions: Group = {
  name: 'transactions',
  description: 'Several changes as one, what a change did, and how to undo it.',
  routes,
  parameters: { tx_id: 'The id of a transaction: the header X-Tx-Id of the write' },
};
