import type { ErrorExtras } from '../../ground/errors.ts';

/** "s" shown, "r" removed from view by this change, "n" never visible to the listener. */
export type Verdict = 's' | 'r' | 'n';

/** A row of the journal as app.realtime_row gives it. */
export interface RowData {
  /** Its place in the journal. */
  seq: string;
  id: string;
  type: string;
  resource: string;
  resource_id: string;
  object_type_id: string | null;
  /** The keys under which it is heard besides "all events": see app.realtime_keys. */
  keys: string[];
  /** Listeners who need a verdict of the database: all who are bound by policies, or those without private types. */
  bound: 'all' | 'users' | null;
  /** As json text: passed on as PostgreSQL wrote it. */
  event: string;
}

/** Bytes for a socket or stream. Equal numbers are equal bytes: what many get is put together once. */
export interface Frame {
  number: number;
  bytes: Buffer;
}

let frames = 0;

export const makeFrame = (bytes: Buffer): Frame => ({ number: ++frames, bytes });

/** How an event is written on one kind of connection. */
export interface Format {
  name: string;
  event(row: RowData, channel: string): Buffer;
}

/** A row on its way to those who listen; each way to write it is made once. */
export class Row {
  readonly data: RowData;
  readonly place: Place;
  private readonly frames = new Map<string, Frame>();

  constructor(data: RowData) {
    this.data = data;
    this.place = placeOf(data.seq);
  }

  /** @param event the form of it for a listener who may see less than others */
  frame(format: Format, channel: string, verdict: Verdict, event?: string | null): Frame {
    if (event) return makeFrame(format.event({ ...this.data, event }, channel));
    const key = `${format.name}${verdict}${channel}`;
    let frame = this.frames.get(key);
    if (!frame) {
      const data = verdict === 'r' ? removed(this.data) : this.data;
      frame = makeFrame(format.event(data, channel));
      this.frames.set(key, frame);
    }
    return frame;
  }
}

/** An object or file that a listener saw until this change: its id, and nothing of what it is now. */
function removed(data: RowData): RowData {
  const { id, seq, timestamp, tenant_id, tx_id, object_type_id } = JSON.parse(data.event);
  const type = `${data.resource}.removed_from_view`;
  const event = JSON.stringify({
    id,
    type,
    timestamp,
    tenant_id,
    seq,
    tx_id,
    object_type_id,
    data: { id: data.resource_id },
    previous: null,
    changed: null,
  });
  return { ...data, type, event };
}

/** A place in a journal: its order is that of transactions, in one that of ids. */
export interface Place {
  xid: number;
  id: string;
}

/** @param seq `<app.place>-<32 hex>` */
export function placeOf(seq: string): Place {
  const at = seq.indexOf('-');
  return { xid: Number(seq.slice(0, at)), id: seq.slice(at + 1) };
}

export const isAfter = (a: Place, b: Place): boolean =>
  a.xid === b.xid ? a.id > b.id : a.xid > b.xid;

/** Of a place that is refused: the moment that the database was set back to, if that is why. */
export function restoredTo({ details }: ErrorExtras): { restored_to?: string } {
  const { restored_to } = (details ?? {}) as { restored_to?: string };
  return restored_to === undefined ? {} : { restored_to };
}
