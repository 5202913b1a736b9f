import type { Reply } from '../api-client.ts';
import type { Call } from './curl.ts';

/** Values that earlier answers leave for later questions: ids, cursors, tokens. */
export type Memory = Record<string, string>;

/** One call that shows something of the API. */
export interface Question {
  asks: string;
  /** The data set that it is about; not asked when that could not be loaded. */
  about?: string;
  /** The call to send; undefined when an earlier question did not leave the values that it needs. */
  call(memory: Memory): Call | undefined;
  /** Sent with this token instead of the caller's own. */
  token?(memory: Memory): string | undefined;
  /** The line to show, where it is not simply the call. */
  line?(url: string, token: string): string;
  /** Keeps what later questions take, of a refusal too. */
  remembers?(reply: Reply, memory: Memory): void;
  /** The answer in one line; a refusal speaks for itself. */
  says?(reply: Reply): string;
}
