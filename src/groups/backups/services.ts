import type { BackupLook } from '../../backup/look.ts';
import type { Shelf } from '../../snapshot/shelf.ts';
import type { Handovers } from './handover.ts';

declare module '../../operations/services.ts' {
  interface GroupServices {
    shelf: Shelf;
    handovers: Handovers;
    /** Of the backups of the whole installation. */
    backupLook: BackupLook;
  }
}
