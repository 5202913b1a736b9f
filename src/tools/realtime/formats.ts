import type { Format, RowData } from './row.ts';

/**
 * A text message as a server sends it (RFC 6455, section 5.2): unmasked, so the same bytes are good for every socket.
 * ws would make them again for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}

/** `{"type":"event","channel":…,"event":"object.created","id":…,"timestamp":…,…}` */
export const socketFormat: Format = {
  name: 'socket ',
  event({ id, type, event }, channel) {
    // id and type stand first in an event, and are known: the rest stays the text that PostgreSQL wrote.
    const rest = event.slice(event.indexOf('"timestamp"'));
    return textFrame(
      `{"type":"event","channel":${JSON.stringify(channel)},"event":"${type}","id":"${id}",${rest}`,
    );
  },
};

/** `id: <seq>`, `event: object.created`, `data: <event>` (WHATWG HTML, 9.2). */
export const streamFormat: Format = {
  name: 'stream ',
  event: ({ seq, type, event }: RowData) => Buffer.from(streamEvent(type, event, seq)),
};

/** Says to an EventSource when to connect again, before its stream ends with the server: not all in the same moment. */
export const comeBack = (retryMs: number): string =>
  `retry: ${Math.round(retryMs * (0.1 + 0.9 * Math.random()))}\n\n`;

/** @param data json text @param id where the client continues when its connection was lost */
export const streamEvent = (event: string, data: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data.replaceAll('\n', ' ')}\n\n`;
