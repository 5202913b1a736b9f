import type pg from 'pg';
import type { TenantClient } from './api.ts';
import { ofGroups } from './of-groups.ts';

/** Adds to a seeded tenant what a group has, through the API, and answers its ids by the names of path parameters. */
export type Seed = (api: TenantClient, marker: string) => Promise<Record<string, string>>;

/** Adds a row to every table of a group, straight from the owner, with the marker in every text that a user writes. */
export type SeedRows = (db: pg.Pool, tenantId: string, marker: string) => Promise<void>;

/** The additions of each group to seeded tenants: test/<group>/tenant-seed.ts. */
export const groupSeeds = await ofGroups<{
  seed?: Seed;
  seedRows?: SeedRows;
  /** By table: columns of texts that no user writes, such as states, and that cannot hold a marker. */
  notWritten?: Record<string, RegExp>;
}>('tenant-seed');
