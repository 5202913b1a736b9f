import { netOverLists } from '../support/net-over-lists.ts';
import { seedNeighbours } from '../support/seed-neighbours.ts';

// To the planner a tenant has one row; only the largest one is longer.
netOverLists(seedNeighbours);
