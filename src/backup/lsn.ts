/** Bytes of a segment of WAL: initdb's default, which the embedded PostgreSQL keeps. */
export const segmentBytes = 16 * 1024 * 1024;
const segmentsOfLog = 0x1_0000_0000n / BigInt(segmentBytes);

/** A page of the WAL begins with a header, which is not written before the record that follows it. */
export const headerBytes = 40;

/** A place in the WAL, such as `16/B374D848`, as a number. */
export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const lsnText = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;

/** Where the segment of a place begins. */
export const segmentStart = (lsn: bigint): bigint => lsn - (lsn % BigInt(segmentBytes));

const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The name of the segment that has a place, as PostgreSQL names its file: `000000010000000000000003`. */
export function segmentName(timeline: number, lsn: bigint): string {
  const number = lsn / BigInt(segmentBytes);
  return hex(timeline) + hex(number / segmentsOfLog) + hex(number % segmentsOfLog);
}

/** Where a segment begins. */
export const startOfSegment = (name: string): bigint =>
  (BigInt(`0x${name.slice(8, 16)}`) * segmentsOfLog + BigInt(`0x${name.slice(16, 24)}`)) *
  BigInt(segmentBytes);

/** PostgreSQL counts microseconds since 2000. */
const epochMs = Date.UTC(2000, 0, 1);
export const postgresTime = (ms: number): bigint => BigInt(ms - epochMs) * 1000n;
