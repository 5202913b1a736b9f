import type { Encoded } from '../db/json-text.ts';
import type { TransactionTraits } from '../http/transaction-traits.ts';
import type { Outcome } from './outcome.ts';

/** What threads that read large bodies are told, and answer. */

type Args = Record<string, unknown>;

/** A large body, to be read as its route reads it, with what its query, path and headers add. */
export interface ReadJob {
  route: string;
  bytes: Uint8Array;
  rest: Args;
  /** Whether it goes to the database as it is, and its tenant is known from elsewhere. */
  isForDatabase: boolean;
  /** Whether what it is recognised by is asked for, too: see useOf. */
  wantsUse: boolean;
}

/** What was read. */
export interface ReadBody {
  /** For a handler. */
  args?: Args;
  /** What the handler only passes on, as JSON: thousands of values would take long to change threads. */
  passedOn?: Record<string, string>;
  /** For the database. */
  encoded?: Encoded;
  /** The tenant that the body names beside it. */
  tenantId?: unknown;
  use?: Uint8Array<ArrayBuffer>;
  /** Of a transaction. */
  transaction?: TransactionTraits;
  /** What is to be refused once the tenant is known to be right. */
  fault?: Outcome;
}

/** What each job takes, and answers. */
export interface BodyJobs {
  read: [ReadJob, ReadBody];
  write: [Args, Encoded];
  etag: [string, string];
  elements: [{ text: string; begin: number }, Array<[from: number, to: number]>];
}

export interface ThreadMessage {
  job: keyof BodyJobs;
  input: unknown;
}
