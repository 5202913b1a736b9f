/** The limits of one process for its listeners. */
export interface RealtimeLimits {
  /** Open sockets and streams of a tenant. */
  perTenant: number;
  /** Streams of one key or session; sockets of one session. A key may serve many people. */
  perCaller: number;
  /** Channels of a socket. */
  channels: number;
  /** A socket that has sent nothing for so long, not even a pong, is closed. */
  idleMs: number;
  pingMs: number;
  /** Of a stream. */
  heartbeatMs: number;
  /** After which an EventSource connects again. */
  retryMs: number;
  /** How soon all of this is looked at. */
  tickMs: number;
  /** How soon rights are looked at after something that may have changed them. */
  suspectMs: number;
  /** How long it may take until a revocation is noticed without an event. */
  recheckMs: number;
  /** The bytes that may wait for a slow reader; more only while a burst is sent. */
  bufferedBytes: number;
  burstMs: number;
  /** Messages that a socket may send at once, and how many more each second. */
  burst: number;
  perSecond: number;
}

export const defaultLimits: RealtimeLimits = {
  perTenant: 2_000,
  perCaller: 100,
  channels: 100,
  idleMs: 60_000,
  pingMs: 30_000,
  heartbeatMs: 15_000,
  retryMs: 3_000,
  tickMs: 1_000,
  suspectMs: 500,
  recheckMs: 30_000,
  bufferedBytes: 1_048_576,
  burstMs: 2_000,
  burst: 250,
  perSecond: 25,
};

/** Of a message that a client sends (RFC 6455: a longer one is 1009). */
export const maxFrameBytes = 65_536;
/** Of the payload of a broadcast and the state of a presence: both travel in a notification of PostgreSQL. */
export const maxPayloadBytes = 6_000;
/** Rows that are read, or judged, at once. */
export const pageRows = 200;
/** Rows that wait for a slow answer of the database, per caller. */
export const maxWaitingRows = 5_000;
