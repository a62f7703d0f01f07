/** Splits an address after its slashes, where a narrow column may break it. */
export function addressParts(address: string): string[] {
  return address.split(/(?<=[^/]\/)(?=[^/])/);
}
