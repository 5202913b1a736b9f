import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @throws with what to install */
export function findChromium(searchPath = process.env.PATH ?? '', others = [macPath]): string {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [...paths, ...others]) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  throw new Error(
    'This test needs Chromium on the PATH. Install it: apt-get install -y --no-install-recommends chromium ' +
      '(Debian), or Google Chrome (macOS).',
  );
}

/** A browser without a window, and without calls home. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    // Else it cannot write names of files that are not in ASCII, and calls them all "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A platform authenticator, such as a laptop with a fingerprint reader; all that a user does happens by itself. */
export async function addAuthenticator(page: Page, { isVerifying = true } = {}) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: isVerifying,
      isUserVerified: isVerifying,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** How many passkeys it holds. */
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}
