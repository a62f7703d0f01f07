/** The setting that starts a Node.js process with a clock that is some seconds ahead. */
export function clockAhead(seconds: number): { NODE_OPTIONS: string } {
  const code = `
    const Real = Date;
    const now = () => Real.now() + ${seconds * 1_000};
    globalThis.Date = new Proxy(Real, {
      construct: (target, given, type) => Reflect.construct(target, given.length > 0 ? given : [now()], type),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  `;
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"` };
}
