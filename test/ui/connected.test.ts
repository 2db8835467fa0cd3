import { type SampleService, startSampleService } from '../service/sample-service.ts';
import { workbenchForEach } from './open-workbench.ts';

describe('a workbench connected to the sample service', () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService({ port: 0 });
  });
  after(() => service.close());
  const workbench = workbenchForEach(() => ({ service }));

  it('lists the models of the service', async () => {
    await workbench().runCommand('Inkwell: Show Models');
    await workbench().quickPick('complete-1').waitFor();
    await workbench().quickPick('org/tuned:chat-1').waitFor();
  });
});
