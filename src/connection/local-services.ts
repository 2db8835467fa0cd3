import { ServiceError } from '../service/errors.ts';
import type { Connection } from './connection.ts';

/** The ports where services of this kind usually listen. */
export const USUAL_PORTS = [11434, 8080, 1234, 8000, 1337];

/** Milliseconds: on this machine, what does not answer at once is not there. */
const PROBE_DEADLINE = { firstByte: 1500 };

export interface LocalService {
  readonly address: string;
  /** Absent where it wants a key before it says so. */
  readonly models: number | undefined;
}

/** Asks the usual ports of this machine for their models, without any key; tells each one as it is found. */
export async function findLocalServices(
  connection: Pick<Connection, 'tryOut'>,
  found: (service: LocalService) => void,
  signal: AbortSignal,
  ports: readonly number[] = USUAL_PORTS,
): Promise<void> {
  await Promise.all(
    ports.map(async (port) => {
      const address = `http://localhost:${port}`;
      const client = await connection.tryOut(address, undefined, PROBE_DEADLINE, { quiet: true });
      try {
        const models = (await client.listModels({ signal })).data.length;
        if (!signal.aborted) {
          found({ address, models });
        }
      } catch (error) {
        if (!signal.aborted && ServiceError.is(error, 'authentication')) {
          found({ address, models: undefined });
        }
      } finally {
        await client.close();
      }
    }),
  );
}
