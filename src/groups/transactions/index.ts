import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const transactions: Group = {
  name: 'transactions',
  description: 'Several changes in one transaction, receipts of changes, and undo.',
  routes,
  parameters: { tx_id: 'The id of a transaction: the header X-Tx-Id of the write' },
};
