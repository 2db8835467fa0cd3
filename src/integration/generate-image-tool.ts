import { l10n } from 'vscode';
import type { PlanCall } from './agent-tool.ts';
import { markdownText } from './markdown-text.ts';
import type { PlanImages } from './operations.ts';
import { generateImageInput, MOST_IMAGES, ToolInputError, toolInput } from './tool-inputs.ts';
import { folderInWorkspace, pathInWorkspace } from './workspace-path.ts';

export function planGenerateImage(planImages: PlanImages): PlanCall {
  return async (input, host) => {
    const { folder: written, ...order } = toolInput(generateImageInput, input);
    const folder = written === undefined ? undefined : await folderInWorkspace(written);
    const planned = await planImages({ ...order, folder });
    if (!planned) {
      throw new ToolInputError('No folder is open that images could be saved in.');
    }
    const { n, size } = planned;
    if (n !== undefined && n > MOST_IMAGES) {
      throw new ToolInputError(`n must be a whole number from 1 to ${MOST_IMAGES}.`);
    }
    const place = markdownText(`${pathInWorkspace(planned.folder)}/`);
    const prompt = markdownText(order.prompt, 500);
    return {
      confirmation: {
        title: titleFor(n),
        message: [
          askedInWords(markdownText(host), n, size ?? l10n.t('the service’s own size')),
          `“${prompt}”`,
          l10n.t('What comes is saved in “{0}”. No file is replaced.', place),
        ].join('\n\n'),
        running: l10n.t('Generating “{0}”', markdownText(order.prompt, 60)),
      },
      run: async ({ signal }) => {
        const { saved, failures } = await planned.make(signal);
        const paths = saved.map((uri) => pathInWorkspace(uri));
        return [
          paths.length === 0
            ? 'No image was saved.'
            : `Saved ${paths.length}${n === undefined ? '' : ` of ${n}`} images (${size ?? 'the service’s own size'}):\n${paths.map((path) => `- ${path}`).join('\n')}`,
          ...failures.map((failure) => `Did not come: ${failure}`),
        ].join('\n');
      },
    };
  };
}

function titleFor(n: number | undefined): string {
  if (n === undefined) {
    return l10n.t('Generate images?');
  }
  return n === 1 ? l10n.t('Generate an image?') : l10n.t('Generate {0} images?', n);
}

function askedInWords(host: string, n: number | undefined, size: string): string {
  if (n === undefined) {
    return l10n.t('{0} is asked for images of {1}, as many as it gives, which use up quota:', host, size);
  }
  return n === 1
    ? l10n.t('{0} is asked for one image of {1}, which uses up quota:', host, size)
    : l10n.t('{0} is asked for {1} images of {2}, which use up quota:', host, n, size);
}
