import { connect, type Socket } from 'node:net';
import { type LoopbackServer, startTcp } from './loopback-server.ts';

export interface SocksProxyOptions {
  /** Ports on 127.0.0.1 that stand in for hosts: `{ 'service.test:443': 40123 }`. */
  readonly hosts: Readonly<Record<string, number>>;
  readonly user?: string;
  readonly password?: string;
}

export interface SocksProxy extends LoopbackServer {
  /** Host and port of every request to connect. */
  readonly seen: readonly string[];
}

const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
const NONE_ACCEPTED = 0xff;

/** A SOCKS 5 proxy (RFC 1928, RFC 1929) for tests; knows targets by name only. */
export async function startSocksProxy(options: SocksProxyOptions): Promise<SocksProxy> {
  const seen: string[] = [];
  const serve = async (client: Socket): Promise<void> => {
    const read = async (length: number): Promise<Buffer> => {
      for (;;) {
        const bytes: Buffer | null = client.read(length);
        if (bytes !== null) {
          return bytes;
        }
        await new Promise((resolve) => client.once('readable', resolve));
      }
    };
    const text = async (): Promise<string> => (await read((await read(1))[0] ?? 0)).toString();

    const methods = await read((await read(2))[1] ?? 0);
    const wanted = options.user === undefined ? NO_AUTHENTICATION : USER_AND_PASSWORD;
    if (!methods.includes(wanted)) {
      client.end(Buffer.from([5, NONE_ACCEPTED]));
      return;
    }
    client.write(Buffer.from([5, wanted]));
    if (wanted === USER_AND_PASSWORD) {
      await read(1);
      const isRight = (await text()) === options.user && (await text()) === options.password;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) {
        client.end();
        return;
      }
    }
    await read(4);
    const host = await text();
    const target = `${host}:${(await read(2)).readUInt16BE()}`;
    seen.push(target);
    const port = options.hosts[target];
    if (port === undefined) {
      client.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]));
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => onward.destroy());
  };
  const server = await startTcp((client) => {
    serve(client).catch((error: unknown) => client.destroy(error instanceof Error ? error : undefined));
  });
  return { ...server, seen };
}
