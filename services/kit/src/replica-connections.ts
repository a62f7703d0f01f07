import type { Socket } from 'node:net';
import { ChannelCredentials, credentials, experimental } from '@grpc/grpc-js';
import type { ReplicaHealth } from './outlier-round-robin.ts';

/**
 * The open connections of a client to the replicas of a service. A connection is unresponsive if data was sent on it and
 * nothing came back while another replica responded. New calls avoid it until data arrives. If it stays unresponsive, it
 * is closed: gRPC then retries reads on another replica, fails writes as UNAVAILABLE, and sends no calls to the replica
 * until it accepts a new connection. gRPC keepalive would take 25 s, and with a shorter interval a pause of this process
 * would close healthy connections.
 */
export type ReplicaConnections = {
  /** Credentials without TLS. Every connection opened with them is watched. */
  credentials: ChannelCredentials;
  health: ReplicaHealth;
  /**
   * Updates the health of all connections. Unless all received data since the last check, sends one health check per
   * connection (the balancer takes turns) and resolves when the first succeeds.
   */
  check(sendHealthCheck: () => Promise<void>): Promise<void>;
};

// Counted in checks, about 50 ms apart while a call waits, instead of in milliseconds: a pause of this process counts
// as one check.
const UNRESPONSIVE_AFTER_CHECKS = 2;
// The same each time, however often a replica was closed before: its callers wait for a second at most.
const CLOSE_AFTER_CHECKS = 10;

/** `bytesWritten` and `bytesRead` are the socket's counters when it last received data. */
type Connection = { socket: Socket; address: string; bytesWritten: number; bytesRead: number; missedChecks: number };

export function createReplicaConnections(): ReplicaConnections {
  const open = new Set<Connection>();
  const unresponsive = new Set<Connection>();

  const watch = (socket: Socket): void => {
    const { remoteAddress: host = '', remotePort: port = 0 } = socket;
    const address = experimental.subchannelAddressToString({ host, port });
    const connection = { socket, address, bytesWritten: 0, bytesRead: 0, missedChecks: 0 };
    open.add(connection);
    socket.once('close', () => {
      open.delete(connection);
      unresponsive.delete(connection);
    });
  };
  /** Returns how many connections received data since the last call. */
  const updateHealth = (): number => {
    let responsive = 0;
    const pending: Connection[] = [];
    for (const connection of open) {
      const { bytesRead, bytesWritten } = connection.socket;
      if (bytesRead !== connection.bytesRead) {
        responsive += 1;
        Object.assign(connection, { bytesRead, bytesWritten, missedChecks: 0 });
      } else if (bytesRead > 0 && bytesWritten !== connection.bytesWritten) pending.push(connection);
    }
    // If no replica responds, the network or this machine may be at fault, and there is no better replica to use.
    if (responsive === 0) return responsive;
    for (const connection of pending) {
      connection.missedChecks += 1;
      if (connection.missedChecks >= UNRESPONSIVE_AFTER_CHECKS) unresponsive.add(connection);
      if (connection.missedChecks >= CLOSE_AFTER_CHECKS) connection.socket.destroy();
    }
    return responsive;
  };
  /** Also considers data received since the last check, because there are no checks while no call waits. */
  const isUnresponsive = (address: string): boolean => {
    for (const connection of unresponsive) {
      if (connection.socket.bytesRead !== connection.bytesRead) unresponsive.delete(connection);
      else if (connection.address === address) return true;
    }
    return false;
  };
  return {
    credentials: new WatchedCredentials(watch),
    health: { isUnresponsive, connectionCount: () => open.size },
    check: async (sendHealthCheck) => {
      const total = open.size;
      // Under load all connections receive data between checks, so a busy machine sends no health checks.
      if (updateHealth() === total && total > 0) return;
      await Promise.any(Array.from({ length: Math.max(1, open.size) }, sendHealthCheck));
    },
  };
}

type Connector = ReturnType<ChannelCredentials['_createSecureConnector']>;

/** Plain-text credentials that report each new socket. gRPC exposes its sockets nowhere else. */
class WatchedCredentials extends ChannelCredentials {
  readonly #plain = credentials.createInsecure();
  readonly #onSocket: (socket: Socket) => void;

  constructor(onSocket: (socket: Socket) => void) {
    super();
    this.#onSocket = onSocket;
  }

  _isSecure(): boolean {
    return false;
  }

  /** Never equal, so that clients do not share connections. */
  _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  _createSecureConnector(...given: Parameters<ChannelCredentials['_createSecureConnector']>): Connector {
    const connector = this.#plain._createSecureConnector(...given);
    return {
      ...connector,
      connect: (socket) => {
        this.#onSocket(socket);
        return connector.connect(socket);
      },
    };
  }
}
