import { type ChannelOptions, connectivityState, experimental } from '@grpc/grpc-js';

/**
 * gRPC's round robin, which passes by an address that says nothing for the moment. It is turned away from before it is
 * given up: a replica that is merely slow keeps its connection and the calls that are on it. The same way is taken by
 * gRPC's own outlier detection, which judges by calls that failed, and would see none for seconds.
 */
export const PASSING_ROUND_ROBIN = 'vitae_round_robin';

export type Silence = {
  /** Of an address as gRPC writes it: host:port, an IPv6 host in brackets. */
  isSilent(address: string): boolean;
  /** How many addresses there may be to choose from. */
  connections(): number;
};

const SILENCE = 'vitae.silence';
/** What a channel is told about its addresses. A function, because gRPC writes options of other kinds into its traces. */
export const passing = (silence: Silence): ChannelOptions => ({ [SILENCE]: () => silence });

class PassingRoundRobin extends experimental.ChildLoadBalancerHandler {
  #silence: (() => Silence) | undefined;

  constructor(helper: experimental.ChannelControlHelper) {
    const updateState: typeof helper.updateState = (state, picker, message) => {
      const silence = state === connectivityState.READY ? this.#silence?.() : undefined;
      helper.updateState(state, silence ? passBy(picker, silence) : picker, message);
    };
    super(experimental.createChildChannelControlHelper(helper, { updateState }));
  }

  override updateAddressList(
    ...[endpoints, , options, note]: Parameters<experimental.LoadBalancer['updateAddressList']>
  ): boolean {
    this.#silence = options[SILENCE];
    return super.updateAddressList(endpoints, roundRobin, options, note);
  }

  override getTypeName(): string {
    return PASSING_ROUND_ROBIN;
  }
}

const roundRobin = experimental.parseLoadBalancingConfig({ round_robin: {} });

function passBy(picker: experimental.Picker, { isSilent, connections }: Silence): experimental.Picker {
  return {
    pick: (call) => {
      let picked = picker.pick(call);
      for (let left = connections(); left > 0 && picked.subchannel; left -= 1) {
        if (!isSilent(picked.subchannel.getAddress()) || isSignOfLife(call)) break;
        picked = picker.pick(call);
      }
      return picked;
    },
  };
}

/** It goes to the silent too: by its answer one finds out that they are there. Alone of our calls it bears no token. */
const isSignOfLife = ({ metadata }: experimental.PickArgs) => metadata.get('authorization').length === 0;

class PassingRoundRobinConfig implements experimental.TypedLoadBalancingConfig {
  static createFromJson(): PassingRoundRobinConfig {
    return new PassingRoundRobinConfig();
  }

  getLoadBalancerName(): string {
    return PASSING_ROUND_ROBIN;
  }

  toJsonObject(): object {
    return { [PASSING_ROUND_ROBIN]: {} };
  }
}

experimental.registerLoadBalancerType(PASSING_ROUND_ROBIN, PassingRoundRobin, PassingRoundRobinConfig);
