import type { TestServer } from '../support/server.ts';
import { accountCases } from './journal-account-cases.ts';
import { adminCases } from './journal-admin-cases.ts';
import { authCases } from './journal-auth-cases.ts';
import { automationCases } from './journal-automation-cases.ts';
import { type Case, dataCases } from './journal-cases.ts';
import { transferCases } from './journal-data-cases.ts';
import { fileCases } from './journal-file-cases.ts';
import { fileCollectionCases } from './journal-file-collection-cases.ts';
import { fileLifecycleCases } from './journal-file-lifecycle-cases.ts';
import { fileRecordCases } from './journal-file-records-cases.ts';
import { fileSharingCases } from './journal-file-sharing-cases.ts';
import { functionCases } from './journal-function-cases.ts';
import { jobCases } from './journal-job-cases.ts';
import { mfaCases } from './journal-mfa-cases.ts';
import { notificationCases } from './journal-notification-cases.ts';
import { oauthCases } from './journal-oauth-cases.ts';
import { policyCases } from './journal-policy-cases.ts';
import { relateCases } from './journal-relate-cases.ts';
import { roleCases } from './journal-role-cases.ts';
import { samlCases } from './journal-saml-cases.ts';
import { settingsCases } from './journal-settings-cases.ts';
import { signinCases } from './journal-signin-cases.ts';
import { transactionCases } from './journal-transaction-cases.ts';
import { webhookCases } from './journal-webhook-cases.ts';

/** At least one case for each operation that changes something, by the operation's id. */
export const allCases = (server: TestServer): Record<string, Case> => ({
  ...dataCases,
  ...relateCases,
  ...policyCases,
  ...transferCases,
  ...transactionCases,
  ...automationCases,
  ...authCases,
  ...mfaCases,
  ...signinCases(server),
  ...roleCases,
  ...settingsCases,
  ...accountCases(server),
  ...samlCases(server),
  ...oauthCases(server),
  ...notificationCases,
  ...webhookCases,
  ...jobCases(server),
  ...fileSharingCases,
  ...functionCases,
  ...fileRecordCases,
  ...fileCases,
  ...fileCollectionCases,
  ...fileLifecycleCases(server),
  ...adminCases(server),
});

/** For describing them, before there is a server: only the names are asked for. */
export const caseNames = Object.keys(allCases({} as TestServer));
