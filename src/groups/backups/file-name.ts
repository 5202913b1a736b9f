/** `<slug>-<YYYYMMDDTHHMMSSZ>.insula` */
export const fileNameOf = (slug: string | null, snapshotAt: string): string =>
  `${slug ?? 'tenant'}-${stamp(snapshotAt)}.insula`;

/** `insula-<YYYYMMDDTHHMMSSZ>.tar.zst`, and `.age` where it is encrypted */
export const baseNameOf = (snapshotAt: string, isEncrypted: boolean): string =>
  `insula-${stamp(snapshotAt)}.tar.zst${isEncrypted ? '.age' : ''}`;

const stamp = (time: string): string => new Date(time).toISOString().replace(/\.\d+|[-:]/g, '');
