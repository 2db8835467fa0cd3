import type { Disposable } from 'vscode';
import type { Connection } from '../connection/connection.ts';
import type { Log } from '../ui/log.ts';
import { Moderator } from './moderator.ts';
import { PolicyFindings } from './policy-findings.ts';
import { PolicyReports } from './policy-reports.ts';
import { SendGuard } from './send-guard.ts';

/** What texts are checked with, and what is shown of it. Made when it is used for the first time. */
export class Moderation implements Disposable {
  readonly connection: Connection;
  readonly log: Log;
  readonly moderator = new Moderator();
  readonly findings = new PolicyFindings();
  readonly reports = new PolicyReports();
  readonly guard: SendGuard;

  constructor({ connection, log }: { readonly connection: Connection; readonly log: Log }) {
    this.connection = connection;
    this.log = log;
    this.guard = new SendGuard(this.moderator, log);
  }

  dispose(): void {
    this.findings.dispose();
    this.reports.dispose();
  }
}
