export type Size = { width: number; height: number };
/** The scale of a photo, and the position of its center in the frame. */
export type View = { scale: number; x: number; y: number };

const MAX_ZOOM = 8;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The scale at which a photo covers the frame. */
export const coverScale = (photo: Size, frame: Size): number =>
  Math.max(frame.width / photo.width, frame.height / photo.height);

/** Returns the nearest view in which the photo fills the frame. */
export function fillFrame(wanted: View, photo: Size, frame: Size): View {
  const cover = coverScale(photo, frame);
  const scale = within(wanted.scale, cover, cover * MAX_ZOOM);
  const [across, down] = [(photo.width * scale) / 2, (photo.height * scale) / 2];
  return {
    scale,
    x: within(wanted.x, frame.width - across, across),
    y: within(wanted.y, frame.height - down, down),
  };
}

/** Returns the view that is zoomed by a factor around the middle of the frame. */
export function zoomView(view: View, factor: number, photo: Size, frame: Size): View {
  const { scale } = fillFrame({ ...view, scale: view.scale * factor }, photo, frame);
  const around = (at: number, center: number) => center + ((at - center) * scale) / view.scale;
  return fillFrame({ scale, x: around(view.x, frame.width / 2), y: around(view.y, frame.height / 2) }, photo, frame);
}

/** Returns the size of a photo that is reduced to `maxEdge` pixels. */
export function reducedSize({ width, height }: Size, maxEdge: number): Size {
  const ratio = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
}
