import { type ChannelOptions, connectivityState, experimental } from '@grpc/grpc-js';

/**
 * gRPC's round robin with outlier ejection: new calls avoid an unresponsive replica before its connection is closed, so
 * that a replica that is only slow keeps its connection and running calls. gRPC's own outlier detection (gRFC A50) is
 * not used because it counts failed calls, and an unresponsive replica causes none for seconds.
 */
export const OUTLIER_ROUND_ROBIN = 'vitae_round_robin';

export type ReplicaHealth = {
  /** `address` is in gRPC's notation: host:port, with an IPv6 host in brackets. */
  isUnresponsive(address: string): boolean;
  connectionCount(): number;
};

const REPLICA_HEALTH = 'vitae.replica_health';

/**
 * How often the name of a service is resolved, so that new replicas soon receive calls. gRPC itself resolves a name only
 * when a connection ends. If servers ended connections for this purpose, writes that were sent at the same moment would
 * fail, because the client could not know whether they were applied.
 */
const RESOLVE_INTERVAL_MS = 20_000;

/** The channel options for this balancer. The value is a function because gRPC serializes other types into its traces. */
export const outlierOptions = (health: ReplicaHealth): ChannelOptions => ({ [REPLICA_HEALTH]: () => health });

class OutlierRoundRobin extends experimental.ChildLoadBalancerHandler {
  readonly #resolveTimer: NodeJS.Timeout;
  #health: (() => ReplicaHealth) | undefined;

  constructor(helper: experimental.ChannelControlHelper) {
    const updateState: typeof helper.updateState = (state, picker, message) => {
      const health = state === connectivityState.READY ? this.#health?.() : undefined;
      helper.updateState(state, health ? skipUnresponsive(picker, health) : picker, message);
    };
    super(experimental.createChildChannelControlHelper(helper, { updateState }));
    this.#resolveTimer = setInterval(() => helper.requestReresolution(), RESOLVE_INTERVAL_MS).unref();
  }

  override destroy(): void {
    clearInterval(this.#resolveTimer);
    super.destroy();
  }

  override updateAddressList(
    ...[endpoints, , options, note]: Parameters<experimental.LoadBalancer['updateAddressList']>
  ): boolean {
    this.#health = options[REPLICA_HEALTH];
    return super.updateAddressList(endpoints, roundRobin, options, note);
  }

  override getTypeName(): string {
    return OUTLIER_ROUND_ROBIN;
  }
}

const roundRobin = experimental.parseLoadBalancingConfig({ round_robin: {} });

/** Picks the next responsive replica, or any replica if all are unresponsive. */
function skipUnresponsive(picker: experimental.Picker, health: ReplicaHealth): experimental.Picker {
  return {
    pick: (call) => {
      let picked = picker.pick(call);
      for (let left = health.connectionCount(); left > 0 && picked.subchannel; left -= 1) {
        if (!health.isUnresponsive(picked.subchannel.getAddress()) || isHealthCheck(call)) break;
        picked = picker.pick(call);
      }
      return picked;
    },
  };
}

/** Health checks also go to unresponsive replicas, to detect their recovery. They are the only calls without a token. */
const isHealthCheck = ({ metadata }: experimental.PickArgs) => metadata.get('authorization').length === 0;

class OutlierRoundRobinConfig implements experimental.TypedLoadBalancingConfig {
  static createFromJson(): OutlierRoundRobinConfig {
    return new OutlierRoundRobinConfig();
  }

  getLoadBalancerName(): string {
    return OUTLIER_ROUND_ROBIN;
  }

  toJsonObject(): object {
    return { [OUTLIER_ROUND_ROBIN]: {} };
  }
}

experimental.registerLoadBalancerType(OUTLIER_ROUND_ROBIN, OutlierRoundRobin, OutlierRoundRobinConfig);
