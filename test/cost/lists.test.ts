import { netOverLists } from '../support/net-over-lists.ts';

netOverLists();
