import { handled, type Route } from '../../operations/route.ts';
import { backupsStatus } from './handlers/status.ts';
import { BackupsStatus } from './shapes.ts';

export const statusRoutes: Route[] = [
  handled({
    id: 'backups_status.get',
    method: 'GET',
    path: '/admin/backups/status',
    scope: 'platform',
    platformScope: 'backups:read',
    summary: 'Get the status of the backups of the installation',
    description:
      'How far base backups and WAL at BACKUP_TO are, and which moments can be restored, as `insula backup status` shows it. ' +
      'Without BACKUP_TO, and with DATABASE_URL, `destination` is null; while the destination, or a file there, cannot be read, `error` says why.',
    returns: BackupsStatus,
    handler: backupsStatus,
    isComposed: true,
  }),
];
