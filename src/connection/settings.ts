import { ExtensionKind, env, extensions, type WorkspaceConfiguration, workspace } from 'vscode';
import type { Deadlines } from '../service/deadlines.ts';
import type { Network } from '../service/dispatcher.ts';

/** Where requests go and how, as the user's own settings say. */
export interface ConnectionSettings {
  readonly baseUrl: string;
  readonly deadlines: Partial<Deadlines>;
  /** The `certificates` are still paths here. */
  readonly network: Omit<Network, 'certificates'>;
  readonly certificateFiles: readonly string[];
}

/** What `inspect` also tells in a window of a remote machine. */
interface Inspected {
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly defaultValue?: unknown;
}

type Check<T> = (value: unknown) => value is T;

const isText: Check<string> = (value) => typeof value === 'string';
const isFlag: Check<boolean> = (value) => typeof value === 'boolean';
const isTexts: Check<string[]> = (value) => Array.isArray(value) && value.every(isText);
const isObject: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * A setting as the user has it, whatever a workspace says: what decides where the key travels, and past
 * whom, is not a folder's to change, not even a trusted one's. What is of another type counts as not set.
 */
function own<T>(configuration: WorkspaceConfiguration, name: string, check: Check<T>): T | undefined {
  const values: Inspected = configuration.inspect(name) ?? {};
  return [values.globalValue, values.defaultValue].find(check);
}

/**
 * The same for what could put somebody between the service and the key that this machine keeps: where we run
 * here while the window is on a remote machine, that machine's settings do not count.
 */
function ownHere<T>(configuration: WorkspaceConfiguration, name: string, check: Check<T>): T | undefined {
  const values: Inspected = configuration.inspect(name) ?? {};
  const isHere = extensions.getExtension('inkwell.inkwell')?.extensionKind === ExtensionKind.UI;
  return env.remoteName !== undefined && isHere
    ? [values.globalLocalValue, values.defaultValue].find(check)
    : own(configuration, name, check);
}

/** The address alone: to ask for the rest of the settings would show in the time that activation takes. */
export function readBaseUrl(inkwell = workspace.getConfiguration('inkwell')): string {
  return (own(inkwell, 'baseUrl', isText) ?? '').trim();
}

export function readConnectionSettings(): ConnectionSettings {
  const inkwell = workspace.getConfiguration('inkwell');
  return {
    baseUrl: readBaseUrl(inkwell),
    deadlines: deadlines(own(inkwell, 'timeouts', isObject) ?? {}),
    network: networkSettings(),
    certificateFiles: ownHere(inkwell, 'certificates', isTexts) ?? [],
  };
}

/** Seconds in the settings, milliseconds in the client. What is not a number is left at its default. */
function deadlines(timeouts: Record<string, unknown>): Partial<Deadlines> {
  const entries = (['connect', 'firstByte', 'idle', 'total'] as const).flatMap((name) => {
    const seconds = timeouts[name];
    return typeof seconds === 'number' && seconds >= 0 ? [[name, seconds * 1000] as const] : [];
  });
  return Object.fromEntries(entries);
}

function networkSettings(): Omit<Network, 'certificates'> {
  const http = workspace.getConfiguration('http');
  const proxy = ownHere(http, 'proxy', isText);
  const authorization = ownHere(http, 'proxyAuthorization', isText);
  const off = ownHere(http, 'proxySupport', isText) === 'off';
  return {
    ...(off ? { proxy: false as const } : proxy ? { proxy } : {}),
    noProxy: ownHere(http, 'noProxy', isTexts) ?? [],
    ...(authorization ? { proxyAuthorization: authorization } : {}),
    strictSsl: ownHere(http, 'proxyStrictSSL', isFlag) ?? true,
    systemCertificates: ownHere(http, 'systemCertificates', isFlag) ?? true,
  };
}
