import { z } from 'zod';
import type { Bound } from '../../../credentials/places.ts';
import type { ForeignFault } from '../../../ground/shapes/foreign-json.ts';
import type { Outbound } from '../../../outbound/safe-fetch.ts';

export type Direction = 'inbound' | 'outbound' | 'bidirectional';
export type Config = Record<string, unknown>;
/** Where a pull begins, in the words of its provider; empty for the beginning. */
export type Cursor = Record<string, unknown>;

/** Why a record cannot be kept, and where in it. */
export interface RecordFault {
  property: string | null;
  code: string;
  message: string;
}

/** Some records of a source. */
export interface Page {
  records: unknown[];
  /** Of records that cannot be kept, by their place: they fail, and the others are written. */
  faults?: Map<number, RecordFault>;
  /** Whether each value is a text, to be read by the data type of its property. */
  areTexts?: boolean;
  /** How the numbers and dates among these texts are written. */
  written?: { decimal?: '.' | ',' | undefined; date_format?: string | undefined };
  /** Where the next page begins, or at the end the next sync. */
  next: Cursor;
  /** Ids of the messages that it was made of. */
  taken?: string[];
}

/** An object that the other side does not have as it is. */
export interface Change {
  id: string;
  version: number;
  operation: 'upsert' | 'delete';
  /** Without a field, of an object that is gone for good. */
  record: Record<string, unknown>;
}

/** A message to an integration, as far as it can be stored. */
export interface Message {
  id: string;
  body: unknown;
  faults: ForeignFault[] | null;
}

/** The tools of a provider. */
export interface ProviderContext {
  outbound: Outbound;
  tenant: string;
  /** How much longer it may wait for servers that ask for it, all in all. */
  patience: { leftMs: number; signal: AbortSignal };
  /** Messages that were sent to the integration and not taken yet, the oldest first. */
  inbox(): Promise<Message[]>;
}

/** One kind of other system. An OutboundError that it throws is shown to those who manage the integration. */
export interface Provider<Given extends Config = Config> extends Bound {
  name: string;
  description: string;
  config: z.ZodType<Given>;
  /** In which directions it can go, configured like this. */
  directions(config: Given): Direction[];
  /** @throws ApiError 400 for a config that cannot work */
  check(config: Given, outbound: Outbound): Promise<void>;
  /** @throws OutboundError when the source is away, or answers something else */
  pull(config: Given, context: ProviderContext, cursor: Cursor): AsyncIterable<Page>;
  /** @throws OutboundError when the other side does not take them */
  push?(config: Given, context: ProviderContext, changes: Change[]): Promise<void>;
}

/** A path into records, such as data.items. */
export const recordPath = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^.]+(\.[^.]+)*$/, 'must be names with dots between them, such as data.items');
