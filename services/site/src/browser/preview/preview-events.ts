/** Sent to the form after it was saved, or after a draft was restored. */
export const CHANGED = 'vitae:changed';
/** Sent to the frame after the layout of its pages was chosen. */
export const FITTED = 'vitae:fitted';
