import { sharedWindow } from './shared-window.ts';

describe('a workbench connected to the sample service', () => {
  const session = sharedWindow();

  it('lists the models of the service', async () => {
    const { w } = session();
    await w.runCommand('Inkwell: Select Model…');
    await w.quickPick('Chat').click();
    await w.quickPick('complete-1').waitFor();
    await w.quickPick('org/tuned:chat-1').waitFor();
  });
});
