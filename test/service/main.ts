import { parseArgs } from 'node:util';
import { makeCertificate } from './certificate.ts';
import { faultPresets } from './fault-presets.ts';
import { startSampleService } from './sample-service.ts';

const help = `The sample service: the whole interface on this machine, without a model.

  npm run service -- [options]

  --port N       port to listen on (8787); 0 takes any
  --key KEY      the API key it expects (sk-sample); "none" for no key
  --pace MS      milliseconds between the events of a stream (25)
  --tls          serve https with a certificate made on the spot, which nobody trusts
  --fault NAME   misbehave, always or as often as NAME:N says; may be given several times
  --help         this text

Faults: ${Object.keys(faultPresets).join(', ')}.
While it runs, faults are switched at /_faults; see test/service/README.md.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      key: { type: 'string', default: 'sk-sample' },
      pace: { type: 'string', default: '25' },
      tls: { type: 'boolean', default: false },
      fault: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const pace = wholeNumber('--pace', values.pace);
  const faults = values.fault.map(namedFault);
  const service = await startSampleService({
    port: wholeNumber('--port', values.port),
    apiKey: values.key === 'none' ? null : values.key,
    control: true,
    ...(values.tls ? { tls: await makeCertificate() } : {}),
  });
  if (pace > 0) {
    service.fault({ type: 'pace', ms: pace }, { times: Number.POSITIVE_INFINITY });
  }
  for (const { fault, times } of faults) {
    service.fault(fault, { times });
  }
  process.stdout.write(`Address: ${service.origin}\nAPI key: ${service.apiKey ?? '(none needed)'}\n`);
  process.once('SIGINT', () => void service.close());
  process.once('SIGTERM', () => void service.close());
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new Error(`${option} takes a whole number, not '${text}'.`);
  }
  return Number(text);
}

function namedFault(text: string) {
  const [name = '', times] = text.split(':');
  const fault = faultPresets[name];
  if (!fault) {
    throw new Error(`There is no fault '${name}'. Known are: ${Object.keys(faultPresets).join(', ')}.`);
  }
  return { fault, times: times === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--fault', times) };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
