import type { Encoded } from '../db/json-text.ts';
import type { Outcome } from '../ground/concurrency/outcome.ts';
import type { TransactionTraits } from './transaction-traits.ts';

/** The messages to and from the threads that read large bodies. */

type Args = Record<string, unknown>;

/** A large body, to be read as its route reads it, with what its query, path and headers add. */
export interface ReadJob {
  route: string;
  bytes: Uint8Array;
  rest: Args;
  /** Whether it goes to the database as it is, and its tenant is known from elsewhere. */
  isForDatabase: boolean;
  /** Whether to return the text that a repeated request is recognised by: see useOf. */
  wantsUse: boolean;
}

/** The result of reading a body. */
export interface ReadBody {
  /** For a handler. */
  args?: Args;
  /** A field that the handler only passes on, as JSON: moving thousands of values between threads would take long. */
  passedOn?: Record<string, string>;
  /** For the database. */
  encoded?: Encoded;
  /** The tenant that the body names beside it. */
  tenantId?: unknown;
  use?: Uint8Array<ArrayBuffer>;
  /** Of a transaction. */
  transaction?: TransactionTraits;
  /** The refusal to throw once the tenant is known to be right. */
  fault?: Outcome;
}

/** The input and the answer of each job. */
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
