import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { type WorkbenchOptions, workbenchForAll } from './open-workbench.ts';
import type { Workbench } from './workbench.ts';

/** What a test works with in a window that is connected to a service. */
export interface ConnectedWindow {
  readonly service: SampleService;
  /** The window. */
  readonly w: Workbench;
}

export type ConnectedWindowOptions = Omit<WorkbenchOptions, 'service'>;

/**
 * For a `describe`: one window for all of its tests, connected to a service. Each test begins with nothing open, and a
 * service that has forgotten what came before.
 *
 * @param begin what else is done before each test
 */
export function connectedWindowForAll(
  options: ConnectedWindowOptions,
  begin: (w: Workbench) => Promise<void> = async () => {},
): () => ConnectedWindow {
  let service: SampleService | undefined;
  before(async () => {
    service = await startSampleService();
  });
  const workbench = workbenchForAll(() => ({
    ...options,
    settings: {
      'files.autoSave': 'off',
      // VS Code's own chat has menu items of the same titles.
      'chat.disableAIFeatures': true,
      ...options.settings,
    },
    ...(service && { service }),
  }));
  after(() => service?.close());
  const session = (): ConnectedWindow => {
    assert.ok(service, 'The service is there only while a test runs.');
    return { service, w: workbench() };
  };
  beforeEach(async () => {
    const { service: fresh, w } = session();
    await w.press('Escape');
    await w.clearNotifications();
    await w.closeEditors();
    await begin(w);
    fresh.reset();
  });
  return session;
}
