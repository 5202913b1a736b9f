import { netOverLists } from '../support/net-over-lists.ts';
import { seedNeighbours } from '../support/seed-neighbours.ts';

// Statistics know tenants with one row only, and nothing of the one that grows.
netOverLists(seedNeighbours);
