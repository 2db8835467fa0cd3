// Run as a process of its own, since Node reads certificate authorities once a process:
//   node request-once.ts URL NETWORK-AS-JSON
// Prints what two requests at the same time came to: a status or an error's code.
import { createDispatcher } from '../../../src/service/dispatcher.ts';

const [url = '', network = '{}'] = process.argv.slice(2);
const dispatcher = createDispatcher(JSON.parse(network), { connectTimeout: 10_000 });
const { origin, pathname: path } = new URL(url);
const outcomes = await Promise.all(
  [1, 2].map(async () => {
    try {
      const { statusCode, body } = await dispatcher.request({ origin, path, method: 'GET' });
      await body.dump();
      return statusCode;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : String(error);
    }
  }),
);
console.log(JSON.stringify(outcomes));
await dispatcher.destroy();
