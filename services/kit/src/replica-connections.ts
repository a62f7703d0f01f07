import type { Socket } from 'node:net';
import { ChannelCredentials, credentials, experimental } from '@grpc/grpc-js';
import type { Silence } from './passing-round-robin.ts';

/**
 * The open connections of a client to the replicas of a service. One that was asked and stays silent while another
 * answers leads to a replica that hangs, or is slow for a moment: calls pass it by until it is heard. When it stays
 * silent it is cut. gRPC then tries reads elsewhere, ends writes as unavailable, and sends nothing there until that
 * replica has answered a new connection's greeting. Its own keepalive would need 25 s, and a shorter one would take a
 * pause of this process for silence of the other.
 */
export type ReplicaConnections = {
  /** Without TLS, as the services have it; every connection that is opened with them is watched. */
  credentials: ChannelCredentials;
  silence: Silence;
  /** Asks as many times as there are connections, which take turns, unless all were heard since; answers when one has. */
  ask(sign: () => Promise<void>): Promise<void>;
};

/** Looked at every 50 ms while a call waits. Looks are counted, not time: whatever this process did meanwhile is one of them. */
const PASSED_BY_AFTER_LOOKS = 2;
/** Always the same, however often a replica was cut: the callers of one that hangs again have been promised a second too. */
const CUT_AFTER_LOOKS = 10;

/** `written` and `read` are bytes, as they were when something was heard last. */
type Watched = { socket: Socket; address: string; written: number; read: number; silentLooks: number };

export function createReplicaConnections(): ReplicaConnections {
  const open = new Set<Watched>();
  const silent = new Set<Watched>();

  const watch = (socket: Socket): void => {
    const { remoteAddress: host = '', remotePort: port = 0 } = socket;
    const address = experimental.subchannelAddressToString({ host, port });
    const one = { socket, address, written: 0, read: 0, silentLooks: 0 };
    open.add(one);
    socket.once('close', () => {
      open.delete(one);
      silent.delete(one);
    });
  };
  /** Answers how many were heard since the last look. */
  const look = (): number => {
    let heard = 0;
    const unheard: Watched[] = [];
    for (const one of open) {
      const { bytesRead, bytesWritten } = one.socket;
      if (bytesRead !== one.read) {
        heard += 1;
        Object.assign(one, { read: bytesRead, written: bytesWritten, silentLooks: 0 });
      } else if (bytesRead > 0 && bytesWritten !== one.written) unheard.push(one);
    }
    // Where nobody answers it may be the way that is cut, or the machine that is slow: there is nowhere else to go.
    if (heard === 0) return heard;
    for (const one of unheard) {
      one.silentLooks += 1;
      if (one.silentLooks >= PASSED_BY_AFTER_LOOKS) silent.add(one);
      if (one.silentLooks >= CUT_AFTER_LOOKS) one.socket.destroy();
    }
    return heard;
  };
  /** What was heard since the last look counts: there is no next one when no call waits any more. */
  const isSilent = (address: string): boolean => {
    for (const one of silent) {
      if (one.socket.bytesRead !== one.read) silent.delete(one);
      else if (one.address === address) return true;
    }
    return false;
  };
  return {
    credentials: new WatchedCredentials(watch),
    silence: { isSilent, connections: () => open.size },
    ask: async (sign) => {
      const all = open.size;
      // Under load everyone is heard all the time, and a busy machine is not given more to do.
      if (look() === all && all > 0) return;
      await Promise.any(Array.from({ length: Math.max(1, open.size) }, sign));
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
