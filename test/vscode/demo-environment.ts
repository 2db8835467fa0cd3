import { join } from 'node:path';
import { projectFolder } from './npm-install.ts';

export interface Service {
  origin: string;
  /** `null` where the service takes requests without a key. */
  apiKey: string | null;
}

/** The extension that connects Inkwell to a service when VS Code has started. */
export const demoExtension = join(projectFolder, 'test', 'demo', 'extension');

export const demoWorkspace = join(projectFolder, 'test', 'demo', 'workspace');

/** What the demo extension goes by. */
export function demoEnvironment(
  service: Service,
  more: { open?: string; ready?: string },
): Record<string, string> {
  return {
    INKWELL_DEMO_URL: service.origin,
    ...(service.apiKey && { INKWELL_DEMO_KEY: service.apiKey }),
    ...(more.open && { INKWELL_DEMO_OPEN: more.open }),
    ...(more.ready && { INKWELL_DEMO_READY: more.ready }),
  };
}
