import type { Socket } from 'node:net';
import { ChannelCredentials, credentials } from '@grpc/grpc-js';

/**
 * The open connections of a client to the replicas of a service. One that was asked and stays silent while another
 * answers leads to a replica that hangs: it is cut. gRPC then tries reads elsewhere, ends writes as unavailable, and
 * sends nothing there until that replica has answered a new connection's greeting. Its own keepalive would need 25 s,
 * and a shorter one would take a pause of this process for silence of the other.
 */
export type ReplicaConnections = {
  /** Without TLS, as the services have it; every connection that is opened with them is watched. */
  credentials: ChannelCredentials;
  /** Asks as many times as there are connections, which take turns; answers when one has. */
  ask(sign: () => Promise<void>): Promise<void>;
};

/** Looked at every 50 ms while a call waits. Looks are counted, not time: whatever this process did meanwhile is one of them. */
const MOST_SILENT_LOOKS = 10;
/** A replica that was cut and then answered a greeting did not hang, or no more: each time it is given twice as long. */
const MOST_PATIENCE = 16;
const FORGIVEN_AFTER_MS = 60_000;

/** `written` and `read` are bytes, as they were when something was heard last. */
type Watched = { socket: Socket; address: string; written: number; read: number; silentLooks: number };
type Cuts = { patience: number; at: number };

export function createReplicaConnections(): ReplicaConnections {
  const open = new Set<Watched>();
  const cuts = new Map<string, Cuts>();

  const watch = (socket: Socket): void => {
    const address = `${socket.remoteAddress}:${socket.remotePort}`;
    const one = { socket, address, written: 0, read: 0, silentLooks: 0 };
    open.add(one);
    socket.once('close', () => open.delete(one));
  };
  const patienceWith = (address: string): number => {
    const last = cuts.get(address);
    if (last && performance.now() - last.at < FORGIVEN_AFTER_MS) return last.patience;
    cuts.delete(address);
    return 1;
  };
  const cut = ({ socket, address }: Watched): void => {
    cuts.set(address, { patience: Math.min(MOST_PATIENCE, 2 * patienceWith(address)), at: performance.now() });
    socket.destroy();
  };
  const look = (): void => {
    let heard = false;
    const silent: Watched[] = [];
    for (const one of open) {
      const { bytesRead, bytesWritten } = one.socket;
      if (bytesRead !== one.read) {
        heard = true;
        Object.assign(one, { read: bytesRead, written: bytesWritten, silentLooks: 0 });
      } else if (bytesRead > 0 && bytesWritten !== one.written) silent.push(one);
    }
    // Where nobody answers it may be the way that is cut, or the machine that is slow: there is nowhere else to go.
    if (!heard) return;
    for (const one of silent) {
      one.silentLooks += 1;
      if (one.silentLooks >= MOST_SILENT_LOOKS * patienceWith(one.address)) cut(one);
    }
  };
  return {
    credentials: new WatchedCredentials(watch),
    ask: (sign) => {
      look();
      return Promise.any(Array.from({ length: Math.max(1, open.size) }, sign));
    },
  };
}

type Connector = ReturnType<ChannelCredentials['_createSecureConnector']>;

/** Plain connections, each told of; credentials are the place where gRPC lets one see them. */
class WatchedCredentials extends ChannelCredentials {
  readonly #plain = credentials.createInsecure();
  readonly #opened: (socket: Socket) => void;

  constructor(opened: (socket: Socket) => void) {
    super();
    this.#opened = opened;
  }

  _isSecure(): boolean {
    return false;
  }

  /** Clients that watch for themselves share no connection. */
  _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  _createSecureConnector(...given: Parameters<ChannelCredentials['_createSecureConnector']>): Connector {
    const connector = this.#plain._createSecureConnector(...given);
    return {
      ...connector,
      connect: (socket) => {
        this.#opened(socket);
        return connector.connect(socket);
      },
    };
  }
}
