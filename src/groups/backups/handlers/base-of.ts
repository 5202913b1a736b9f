import type { HandlerCall } from '../../../operations/handler.ts';

/** How base backups are made here, if they are. */
export const baseOf = ({ config, backupLook }: HandlerCall['services']): object => {
  const { destination } = backupLook;
  if (destination === undefined) return {};
  const isEncrypted = (config.backup?.recipients.length ?? 0) > 0;
  const is_open = config.backup?.identityFile !== undefined;
  return { base: { destination, is_open, ...(isEncrypted ? { lock: 'recipient' } : {}) } };
};
