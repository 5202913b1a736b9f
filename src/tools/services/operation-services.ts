import { Box } from '../../credentials/box.ts';
import { type PasswordCost, Passwords } from '../../credentials/passwords.ts';
import type { SealingRight } from '../../credentials/sealing-right.ts';
import type { InstallationLook, OutboundLook, RoutesLook } from '../../db/questions.ts';
import { type LoginsOfCluster, TenantLogins } from '../../db/tenant-logins.ts';
import type { Config } from '../../ground/config/config.ts';
import { encryptionKeysOf } from '../../ground/config/keys.ts';
import { Causes } from '../../operations/causation.ts';
import { Installation } from '../../operations/installation.ts';
import { RouteTable } from '../../operations/route-table.ts';
import type { BringsServices, Brought, OperationServices } from '../../operations/services.ts';
import { OutboundHold } from '../../outbound/hold.ts';
import { outboundOf } from '../../outbound/safe-fetch.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type DiskRoom, endlessRoom } from '../../storage/disk-room.ts';
import { storageOf } from '../../storage/open.ts';
import { places } from '../functions/places.ts';

/** The ways of a process to the database, by its own role. */
export interface Ways {
  /** The address of the database. */
  url: string;
  /** Whether anything may leave, as OutboundHold asks. */
  lookOutbound(since: string | null): Promise<OutboundLook>;
  /** The settings of the installation, as Installation asks. */
  lookInstallation(): Promise<InstallationLook>;
  /** The hosts and prefixes that lead to tenants, as RouteTable asks. */
  lookRoutes(stamp: string | null): Promise<RoutesLook>;
  /** See TenantLogins. */
  ensureLogin(tenant: string, verifier: string): Promise<unknown>;
  /** Where tenants live on several machines: see TenantLogins. */
  cluster?: LoginsOfCluster;
}

/** Makes the services of operations, once per process: the API's and the worker's. */
export function operationServices(
  config: Config,
  ways: Ways,
  groups: BringsServices[],
  {
    room = endlessRoom,
    passwordCost,
    sealingRight,
  }: {
    room?: DiskRoom;
    passwordCost?: PasswordCost | undefined;
    sealingRight?: SealingRight | undefined;
  },
): OperationServices {
  const keys = encryptionKeysOf(config);
  const hold = new OutboundHold(ways.lookOutbound);
  return {
    config,
    box: new Box(keys, sealingRight),
    causes: new Causes(keys),
    outbound: outboundOf(config, hold),
    hold,
    installation: new Installation(ways.lookInstallation),
    routeTable: new RouteTable(config, ways.lookRoutes),
    passwords: new Passwords(undefined, passwordCost),
    sandbox: new Sandbox(places),
    storage: storageOf(config, room),
    tenantLogins: new TenantLogins(ways.url, keys, ways.ensureLogin, ways.cluster),
    ...broughtBy(groups, config),
  };
}

function broughtBy(groups: BringsServices[], config: Config): Brought {
  const make = groups.find((group) => group.services)?.services;
  if (!make) throw new Error('no group signs URLs to files');
  return make(config);
}
