import type { VNode } from 'preact';
import { create } from 'qrcode';

/** Width of the light border in modules, which scanners require (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code, dark on light in both color schemes, because many scanners require it. */
export function QrCode({ text, label }: { text: string; label: string }): VNode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_none, y) =>
    Array.from({ length: size }, (_same, x) => (modules.get(y, x) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  const span = size + 2 * QUIET_ZONE;
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${span} ${span}`}
      shape-rendering="crispEdges"
    >
      <path class="qr-light" d={`M${-QUIET_ZONE} ${-QUIET_ZONE}h${span}v${span}h${-span}z`} />
      <path class="qr-dark" d={rows.join('')} />
    </svg>
  );
}
