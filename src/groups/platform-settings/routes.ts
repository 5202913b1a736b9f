import { handled, type Route } from '../../operations/route.ts';
import { PlatformSettings, settingsUpdate } from './shapes.ts';
import { changed, withEnvironment } from './shown.ts';

const path = '/admin/settings';

export const routes: Route[] = [
  handled({
    id: 'platform_settings.get',
    method: 'GET',
    path,
    scope: 'platform',
    platformScope: 'settings',
    summary: 'Get the settings of the installation',
    isVersioned: true,
    returns: PlatformSettings,
    after: withEnvironment,
  }),
  handled({
    id: 'platform_settings.update',
    method: 'PATCH',
    path,
    scope: 'platform',
    platformScope: 'settings',
    summary: 'Change the settings of the installation',
    description:
      'Takes effect in every process within 5 seconds. `read_only` refuses requests of tenants that change something (503 with ' +
      '`Retry-After`); work that is already queued continues. `outbound_hold: false` sends what was waiting: ' +
      '`insula outbound discard` discards it first.',
    body: settingsUpdate,
    isVersioned: true,
    returns: PlatformSettings,
    after: changed,
    example: {
      body: {
        maintenance: { message: 'We move to a larger server.', until: '2026-12-01T06:00:00Z' },
      },
    },
  }),
];
