import { exists } from './npm-install.ts';

/** Which VS Code to use: one served to a browser, a desktop one that test-electron fetches, or this executable. */
export type Choice = { kind: 'server' } | { kind: 'desktop'; executable?: string };

/**
 * `INKWELL_VSCODE` decides: `server`, `desktop`, or the path of a VS Code executable. Unset, it is the desktop where
 * there is a display and VS Code's update server answers, else the server.
 */
export async function chooseVSCode(): Promise<Choice> {
  const wish = process.env.INKWELL_VSCODE;
  if (wish === 'server' || wish === 'desktop') {
    return { kind: wish };
  }
  if (wish) {
    if (!(await exists(wish))) {
      throw new Error(
        `INKWELL_VSCODE must be "server", "desktop" or the path of an executable, not "${wish}".`,
      );
    }
    return { kind: 'desktop', executable: wish };
  }
  return hasDisplay() && (await updateServerAnswers()) ? { kind: 'desktop' } : { kind: 'server' };
}

/** Whether a window opened by this process could be seen. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

async function updateServerAnswers(): Promise<boolean> {
  const address = 'https://update.code.visualstudio.com/api/releases/stable';
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
